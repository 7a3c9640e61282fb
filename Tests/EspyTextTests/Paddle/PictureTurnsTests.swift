import EspyInference
import EspyPixels
import EspyText
import Foundation
import Synchronization
import Testing

/// How many pictures are read at a time.
@Suite struct PictureTurnsTests {
    /// The number of runs of a network now, and the largest so far.
    private final class Load: Sendable {
        let runs = Mutex((now: 0, most: 0, all: 0))

        func count<Result>(_ work: () -> Result) -> Result {
            runs.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
            defer { runs.withLock { $0.now -= 1 } }
            return work()
        }
    }

    /// An engine that finds no line, and takes its time for it.
    private static func engine(_ load: Load, pictures: Int) throws -> PaddleTextEngine {
        func blind(_ kind: ModelOutput.Kind, columns: Int) -> OpenModel {
            let entry = ModelEntry(
                id: "blind", task: kind.task, file: "blind.onnx", license: "", description: "",
                input: ModelInput(width: 0, height: 0, colors: .bgr, resize: .stretch),
                output: ModelOutput(kind: kind, columns: columns, strides: [32]))
            return OpenModel(entry: entry) { (shapes, _, take) throws(InferenceError) in
                load.count {
                    Thread.sleep(forTimeInterval: 0.05)
                    let (height, width) = (shapes[0][2], shapes[0][3])
                    [Float](repeating: 0, count: width * height).withUnsafeBufferPointer {
                        take([[1, 1, height, width]], [$0])
                    }
                }
                return true
            }
        }
        return try PaddleTextEngine(
            detector: blind(.textMap, columns: 1), recognizer: blind(.characters, columns: 3), signs: "a",
            pictures: pictures)
    }

    private static let image = RGBImage(width: 64, height: 64, red: 0, green: 0, blue: 0)

    @Test func othersWaitWhileOnePictureIsRead() async throws {
        let load = Load()
        let engine = try Self.engine(load, pictures: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try engine.lines(in: Self.image) } }
            try await group.waitForAll()
        }
        #expect(load.runs.withLock { $0.most } == 1)
        #expect(load.runs.withLock { $0.all } == 4)
    }

    @Test func waitingEndsWhenTheTaskIsCanceled() async throws {
        let load = Load()
        let engine = try Self.engine(load, pictures: 1)
        let first = Task { try engine.lines(in: Self.image) }
        while load.runs.withLock({ $0.all }) == 0 { await Task.yield() }
        let second = Task { try engine.lines(in: Self.image) }
        second.cancel()
        await #expect(throws: TextError.cancelled) { try await second.value }
        _ = try await first.value
        #expect(load.runs.withLock { $0.all } == 1)
    }
}
