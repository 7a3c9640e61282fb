import EspyInference
import EspyPixels
import EspyText
import Synchronization
import Testing

/// The size at which lines are searched for.
@Suite struct LineFinderTests {
    /// The pictures that a network received.
    private final class Shown: Sendable {
        let sizes = Mutex<[(width: Int, height: Int)]>([])
    }

    /// A network that detects no text.
    private static func blind(_ kind: ModelOutput.Kind, columns: Int, _ shown: Shown = Shown()) -> OpenModel {
        let entry = ModelEntry(
            id: "blind", task: kind.task, file: "blind.onnx", license: "", description: "",
            input: ModelInput(width: 0, height: 0, colors: .bgr, resize: .stretch),
            output: ModelOutput(kind: kind, columns: columns, strides: [32]))
        return OpenModel(entry: entry) { (shapes, _, take) throws(InferenceError) in
            let (height, width) = (shapes[0][2], shapes[0][3])
            shown.sizes.withLock { $0.append((width, height)) }
            [Float](repeating: 0, count: width * height).withUnsafeBufferPointer {
                take([[1, 1, height, width]], [$0])
            }
            return true
        }
    }

    /// The size at which a picture is processed, tile by tile.
    @Test(arguments: [
        ((640, 480), (992, 736)), ((384, 500), (736, 960)), ((4000, 2000), (2240, 1120)), ((20_000, 40), (2240, 32)),
        ((1, 1), (736, 736)), ((2240, 2240), (2240, 2240)),
    ])
    func sizesAreBounded(given: (width: Int, height: Int), seen: (width: Int, height: Int)) throws {
        let shown = Shown()
        let detector = Self.blind(.textMap, columns: 1, shown)
        let engine = try PaddleTextEngine(
            detector: detector, recognizer: Self.blind(.characters, columns: 3), signs: "a")
        let image = RGBImage(width: given.width, height: given.height, red: 0, green: 0, blue: 0)
        #expect(try engine.lines(in: image).isEmpty)
        func parts(_ length: Int) -> [TilePart] { TilePart.parts(of: length, most: 736, border: 64, multiple: 32) }
        let tiles = parts(seen.height).flatMap { rows in
            parts(seen.width).map { [$0.whole.count, rows.whole.count] }
        }
        #expect(shown.sizes.withLock { $0.map { [$0.width, $0.height] } } == tiles)
    }
}
