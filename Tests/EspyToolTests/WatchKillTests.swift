import EspyTool
import Foundation
import Testing

/// A watched folder whose program is killed again and again while photos arrive: in the end, each photo has one
/// complete
/// result, and none was processed twice.
///
/// ESPY_WATCH_PHOTOS and ESPY_KILLS set the numbers; `make watch-torture` uses 500 photos and 20 kills.
struct WatchKillTests {
    private let scratch: Scratch
    private let photos = Self.number("ESPY_WATCH_PHOTOS", or: 30)
    private let kills = Self.number("ESPY_KILLS", or: 6)

    init() throws { scratch = try Scratch() }

    private static func number(_ name: String, or usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    /// Returns the names of complete results; others begin with a dot.
    private func names() -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: scratch.file("out"))) ?? []
        return all.filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test func eachPhotoIsAnsweredOnce() throws {
        let photo = try sample("box-5x5-mixed")
        func drop(_ numbers: Range<Int>) throws {
            // Each is a different file, because of the number after its end.
            for number in numbers { try scratch.write("in/p\(number).jpg", photo + Array("\(number)".utf8)) }
        }
        try drop(0..<photos / 2)
        // The time when each result was first written; it must not be written again.
        var seen: [String: Date] = [:]
        for round in 0..<kills {
            let process = try start()
            try drop(photos / 2 + photos * round / 2 / kills..<photos / 2 + photos * (round + 1) / 2 / kills)
            // Until there is something new, so that it makes progress on slow machines, too.
            let before = names().count
            let share = max(1, photos / kills / 2)
            while names().count < min(before + share, photos), process.isRunning { usleep(20_000) }
            usleep(.random(in: 0...60_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            for name in names() {
                let written = try written(name)
                #expect(seen[name] == nil || seen[name] == written, "\(name) was answered twice")
                seen[name] = written
            }
        }
        let last = try start("--once")
        last.waitUntilExit()
        let found = names()
        #expect(found.count == photos)
        #expect(Set(found.map { $0.prefix { $0 != "." } }).count == photos)
        #expect(try found.allSatisfy { try scratch.text("out/\($0)").hasSuffix("}\n") })
        #expect(try seen.allSatisfy { try written($0.key) == $0.value })
        #expect(!found.contains { $0.contains("error") })
        let hidden = try FileManager.default.contentsOfDirectory(atPath: scratch.file("out/.tries"))
        #expect(hidden.filter { !$0.hasPrefix(".espy-") }.isEmpty)
    }

    private func written(_ name: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: scratch.file("out/\(name)"))[.modificationDate] as? Date
    }

    private func start(_ flags: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Repository.program)
        process.arguments =
            ["watch", scratch.file("in"), "--verb", "rack", "--out", scratch.file("out"), "--json", "-q"] + flags
        process.environment = ["HOME": scratch.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
