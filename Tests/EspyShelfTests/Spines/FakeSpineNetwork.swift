import Espy
import EspyInference
import EspyPixels
import EspyTestSupport
import Foundation

/// Networks with outputs chosen by a test.
enum FakeSpineNetwork {
    /// An input of 64 × 128 pixels in cells of 8 × 2.
    static let entry = entry(width: 128, height: 64)

    static func entry(width: Int, height: Int) -> ModelEntry {
        ModelEntry(
            id: "fake-spines", task: .spines, file: "fake.onnx", license: "Apache-2.0", description: "",
            input: ModelInput(width: width, height: height, colors: .rgb, resize: .letterboxTopLeft114),
            output: ModelOutput(
                kind: .spineMaps, rows: (height / 8) * (width / 2), columns: 3, strides: [8, 2]))
    }

    /// Returns for each cell the red, green and blue of its upper left pixel.
    static let colors = Model(entry: entry) { input throws(InferenceError) in
        var values: [Float] = []
        for row in 0..<8 {
            for column in 0..<64 {
                for channel in 0..<3 { values.append(input.values[(channel * 64 + row * 8) * 128 + column * 2] / 255) }
            }
        }
        return [Tensor(shape: [1, 512, 3], values: values)]
    }

    /// Detects nothing.
    static let blind = Model(entry: entry) { _ throws(InferenceError) in
        [Tensor(shape: [1, 512, 3], values: [Float](repeating: 0, count: 3 * 512))]
    }

    /// Fails with invalid output.
    static let broken = Model(entry: entry) { _ throws(InferenceError) in throw .notFinite(id: "fake-spines") }
}

extension TrainedSpineDetector {
    /// The shipped file of trees.
    static var shippedJudge: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: Shipped.folder.appendingPathComponent("espy-spines-judge.json"))) }
    }

    /// Judges with the shipped trees.
    init(network: Model) throws { try self.init(runner: network, judge: Self.shippedJudge) }
}
