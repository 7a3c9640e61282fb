import EspyTestSupport
import Foundation
import Testing

/// Versions of real photos, measured with Benchmarks/SearchBench.
struct DuplicatePhotoTests {
    private struct Outcome: Decodable {
        let photos: Int
        let pairs: Int
        /// Pairs of files that count as one shot.
        let same: [[String]]
        let recall: [Share]
    }

    /// `["2% cropped", 0.98]`
    private struct Share: Decodable {
        let name: String
        let share: Double

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            name = try list.decode(String.self)
            share = try list.decode(Double.self)
        }
    }

    private func measured() throws -> Outcome {
        let folder = PhotoSets.folder.appendingPathComponent("gallery")
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        // Every third photo of the large sets, and all in eight orientations.
        let files = (all ?? []).filter { ["jpg", "jpeg", "png", "webp"].contains($0.pathExtension.lowercased()) }
            .map(\.path).sorted().enumerated().filter { $0.offset % 3 == 0 || $0.element.contains("/orientation/") }
            .map(\.element)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("SearchBench")
        process.arguments = ["duplicates"] + files
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(Outcome.self, from: bytes)
    }

    @Test(.enabled(if: PhotoSets.has("gallery/labels.json"), "there are no photos in ../shared"))
    func versionsAreToldFromOtherPhotos() throws {
        let outcome = try measured()
        #expect(outcome.photos > 100)
        let floors = [
            "half size, quality 40": 0.95, "2% cropped": 0.97, "5% cropped": 0.85, "30% brighter": 0.7,
            "turned by 90°": 0.99, "turned by 180°, quality 60": 0.97, "mirrored": 0.99, "tilted by 2°": 0.3,
        ]
        for (name, floor) in floors {
            let share = try #require(outcome.recall.first { $0.name == name }?.share)
            #expect(share >= floor, "\(name): \(share)")
        }
        // All eight orientations of two pictures count as one shot each; few pairs of other sets do, and those are
        // right.
        let turned = outcome.same.filter { pair in pair.allSatisfy { $0.contains("/orientation/") } }
        #expect(turned.count >= 56)
        #expect(turned.allSatisfy { pair in Set(pair.map { $0.contains("ortrait") }).count == 1 })
    }
}
