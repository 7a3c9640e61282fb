import Espy
import EspyTestSupport
import Foundation
import Testing

/// However often a process is killed while indexing, the gallery ends up the same.
///
/// ESPY_KILLS sets the number of kills; `make gallery-torture` kills 20 times.
struct GalleryKillTests {
    private let kills = ProcessInfo.processInfo.environment["ESPY_KILLS"].flatMap { Int($0) } ?? 4

    @Test func killedRunsEndUpTheSame() throws {
        let library = try LibraryFolder()
        for number in 0..<240 {
            try library.add("\(number % 7)/\(number).jpg", seed: number % 200, side: 150 + number % 90)
        }
        try library.write("broken.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 4])
        let whole = try OtherProcess(program: "GalleryBench", "index", library.file, "2", library.photos)
        _ = try whole.lines()
        let truth = try OtherProcess(program: "GalleryBench", "list", library.file).lines()
        #expect(truth.count == 241)
        let other = library.file + "-killed"
        var ended = 0
        for _ in 0..<kills {
            let process = try OtherProcess(program: "GalleryBench", "index", other, "2", library.photos)
            process.waitForOutput()
            usleep(.random(in: 0...150_000))
            if try process.lines(killing: true).contains(where: { $0.hasPrefix("seconds") }) {
                ended += 1
                // It finished before the kill: start over, so that the next run is killed while it works.
                for end in ["", "-wal", "-shm", "-thumbnails"] {
                    try? FileManager.default.removeItem(atPath: other + end)
                }
            }
        }
        #expect(ended < kills)
        _ = try OtherProcess(program: "GalleryBench", "index", other, "2", library.photos).lines()
        #expect(try OtherProcess(program: "GalleryBench", "list", other).lines() == truth)
    }
}
