import EspyInference
import EspyPixels
import EspyText
import Synchronization
import Testing

/// At which size lines are looked for.
@Suite struct LineFinderTests {
    /// A network that sees no text, and remembers what it was shown.
    private final class Blind: OpenRunner {
        let entry: ModelEntry
        let sizes = Mutex<[(width: Int, height: Int)]>([])

        init(_ kind: ModelOutput.Kind, columns: Int) {
            entry = ModelEntry(
                id: "blind", task: kind.task, file: "blind.onnx", license: "", description: "",
                input: ModelInput(width: 0, height: 0, colors: .bgr, resize: .stretch),
                output: ModelOutput(kind: kind, columns: columns, strides: [32]))
        }

        func run<Result>(
            height: Int, width: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void,
            take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
        ) throws(InferenceError) -> Result? {
            sizes.withLock { $0.append((width, height)) }
            return [Float](repeating: 0, count: width * height).withUnsafeBufferPointer {
                take([1, 1, height, width], $0)
            }
        }
    }

    @Test(arguments: [(640, 480), (384, 500), (4000, 3000), (20_000, 40), (1, 1), (2240, 2240)])
    func sizesAreBounded(width: Int, height: Int) throws {
        let detector = Blind(.textMap, columns: 1)
        let engine = try PaddleTextEngine(
            detector: detector, recognizer: Blind(.characters, columns: 3), signs: "a")
        let image = RGBImage(width: width, height: height, red: 0, green: 0, blue: 0)
        #expect(try engine.lines(in: image).isEmpty)
        let sizes = detector.sizes.withLock { $0 }
        let size = try #require(sizes.first)
        #expect(sizes.count == 1)
        #expect(size.width % 32 == 0 && size.height % 32 == 0 && size.width > 0 && size.height > 0)
        #expect(max(size.width, size.height) <= 2240)
        if width == 640 { #expect(size.height == 736) }
    }
}
