import Espy
import EspyInference
import EspyPixels
import EspySamples
import Foundation
import Testing

struct TrainedDetectorTests {
    private static let scene = CommittedBookshelf.all[0].scene

    @Test func picturesWithoutBooksHaveNone() async throws {
        let detector = try TrainedSpineDetector(runner: FakeSpineNetwork.blind)
        for (width, height) in [(1, 1), (3, 900), (900, 3), (640, 480)] {
            let image = RGBImage(width: width, height: height, red: 120, green: 110, blue: 100)
            #expect(try await detector.spines(in: image).isEmpty)
        }
    }

    /// The same edges as a shelf full of books, but the network sees none: its word counts.
    @Test func theNetworkIsHeard() async throws {
        let image = Self.scene.rendered().image
        let classical = try await SeparatorDetector().spines(in: image).filter { $0.confidence >= 0.3 }
        let blind = try await TrainedSpineDetector(runner: FakeSpineNetwork.blind).spines(in: image)
            .filter { $0.confidence >= 0.3 }
        #expect(classical.count >= 10 && blind.count < classical.count / 2)
    }

    @Test func whatTheNetworkCannotAnswerIsLeftOut() async throws {
        let detector = try TrainedSpineDetector(runner: FakeSpineNetwork.broken)
        #expect(try await detector.spines(in: Self.scene.rendered().image).isEmpty)
    }

    @Test func cancellingEndsIt() async throws {
        let image = Self.scene.rendered().image
        let detector = try TrainedSpineDetector(runner: FakeSpineNetwork.blind)
        let task = Task { try await detector.spines(in: image) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
