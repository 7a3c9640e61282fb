import EspyInference
import EspyPixels
import EspyText
import Synchronization
import Testing

/// At which size lines are looked for.
@Suite struct LineFinderTests {
    /// Pictures that a network was shown.
    private final class Shown: Sendable {
        let sizes = Mutex<[(width: Int, height: Int)]>([])
    }

    /// A network that sees no text.
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

    @Test(arguments: [(640, 480), (384, 500), (4000, 3000), (20_000, 40), (1, 1), (2240, 2240)])
    func sizesAreBounded(width: Int, height: Int) throws {
        let shown = Shown()
        let detector = Self.blind(.textMap, columns: 1, shown)
        let engine = try PaddleTextEngine(
            detector: detector, recognizer: Self.blind(.characters, columns: 3), signs: "a")
        let image = RGBImage(width: width, height: height, red: 0, green: 0, blue: 0)
        #expect(try engine.lines(in: image).isEmpty)
        let sizes = shown.sizes.withLock { $0 }
        let size = try #require(sizes.first)
        #expect(sizes.count == 1)
        #expect(size.width % 32 == 0)
        #expect(size.height % 32 == 0)
        #expect(size.width > 0)
        #expect(size.height > 0)
        #expect(max(size.width, size.height) <= 2240)
        if width == 640 { #expect(size.height == 736) }
    }
}
