import Espy
import EspyInference
import EspyPixels
import EspySamples
import Foundation
import Testing

struct TrainedDetectorTests {
    private static let scene = CommittedBookshelf.all[0].scene

    @Test func picturesWithoutBooksHaveNone() async throws {
        let detector = try TrainedSpineDetector(network: FakeSpineNetwork.blind)
        for (width, height) in [(1, 1), (3, 900), (900, 3), (640, 480)] {
            let image = RGBImage(width: width, height: height, red: 120, green: 110, blue: 100)
            #expect(try await detector.spines(in: image).isEmpty)
        }
    }

    /// The same edges as a full shelf, but the network sees no books, and its output counts.
    @Test func theNetworkIsHeard() async throws {
        let image = Self.scene.rendered().image
        let classical = try await SeparatorDetector().spines(in: image).filter { $0.confidence >= 0.3 }
        let blind = try await TrainedSpineDetector(network: FakeSpineNetwork.blind).spines(in: image)
            .filter { $0.confidence >= 0.3 }
        #expect(classical.count >= 10)
        #expect(blind.count < classical.count / 2)
    }

    @Test func whatTheNetworkCannotAnswerIsLeftOut() async throws {
        let detector = try TrainedSpineDetector(network: FakeSpineNetwork.broken)
        #expect(try await detector.spines(in: Self.scene.rendered().image).isEmpty)
    }

    @Test func cancellingEndsIt() async throws {
        let image = Self.scene.rendered().image
        let detector = try TrainedSpineDetector(network: FakeSpineNetwork.blind)
        let task = Task { try await detector.spines(in: image) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Trees for other features, a truncated tree, one too many, an unknown feature, and invalid JSON.
    @Test(
        arguments: [
            ("\"mapLefts\"", "\"mapLeft\""), (" -.072817\"", "\""), (" -.072817\"", " -.072817 1\""),
            ("39<.00039317", "45<.00039317"),
            ("\"glance\"", "\"glimpse\""), ("{", ""),
        ])
    func otherTreesAreRefused(part: String, replacement: String) throws {
        let text = String(decoding: try TrainedSpineDetector.shippedJudge, as: UTF8.self)
        let changed = text.replacingOccurrences(of: part, with: replacement)
        #expect(changed != text)
        #expect(throws: InferenceError.self) {
            try TrainedSpineDetector(runner: FakeSpineNetwork.blind, judge: Array(changed.utf8))
        }
    }
}
