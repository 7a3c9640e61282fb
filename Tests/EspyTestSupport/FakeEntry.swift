import Espy
package import EspyInference
import EspyPixels

/// Entries of fictional models.
package enum FakeEntry {
    /// A decoded head of `rows` rows without classes, with an input of 64 × 64.
    package static func detectorEntry(
        kind: ModelOutput.Kind = .yoloxDecoded, rows: Int, columns: Int = 5, strides: [Int] = [], side: Int = 64
    ) -> ModelEntry {
        ModelEntry(
            id: "fake", task: .detector, file: "fake.onnx", license: "Apache-2.0", description: "",
            input: ModelInput(width: side, height: side, colors: .bgr, resize: .letterboxTopLeft114),
            output: ModelOutput(kind: kind, rows: rows, columns: columns, strides: strides))
    }

    package static func embedderEntry(columns: Int, resize: ModelInput.ResizeRule = .stretch) -> ModelEntry {
        ModelEntry(
            id: "fake-embedder", task: .embedder, file: "fake.onnx", license: "Apache-2.0", description: "",
            input: ModelInput(width: 8, height: 8, colors: .rgb, resize: resize),
            output: ModelOutput(kind: .embedding, columns: columns))
    }
}
