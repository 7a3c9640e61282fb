import Espy
import EspyImage
import EspyInference

/// Answers tensors as a test likes.
struct FakeRunner: TensorRunner {
    let entry: ModelEntry
    let answer: @Sendable (Tensor) throws(InferenceError) -> [Tensor]

    func run(_ input: Tensor) throws(InferenceError) -> [Tensor] { try answer(input) }

    /// A decoded head of `rows` rows without classes on an input of 64 × 64.
    static func detectorEntry(
        kind: ModelOutput.Kind = .yoloxDecoded, rows: Int, columns: Int = 5, strides: [Int] = [], side: Int = 64
    ) -> ModelEntry {
        ModelEntry(
            id: "fake", task: .detector, file: "fake.onnx", license: "Apache-2.0", description: "",
            input: ModelInput(width: side, height: side, colors: .bgr, resize: .letterboxTopLeft114),
            output: ModelOutput(kind: kind, rows: rows, columns: columns, strides: strides))
    }

    static func embedderEntry(columns: Int, resize: ModelInput.ResizeRule = .stretch) -> ModelEntry {
        ModelEntry(
            id: "fake-embedder", task: .embedder, file: "fake.onnx", license: "Apache-2.0", description: "",
            input: ModelInput(width: 8, height: 8, colors: .rgb, resize: resize),
            output: ModelOutput(kind: .embedding, columns: columns))
    }
}

/// Sees what it is told.
struct FakeDetector: ObjectDetector {
    var id: String { "fake-detector" }
    var inputSide: Int { 64 }
    let seen: [Candidate]

    init(_ boxes: [Rect], scores: [Double]? = nil) {
        seen = boxes.enumerated().map { Candidate(rect: $1, objectness: scores?[$0] ?? 0.9 - Double($0) / 1000) }
    }

    func candidates(
        in image: RGBImage, tiles: [Tile], sampling: Sampling, minimumScore: Double
    ) async throws(CountError) -> [TileCandidate] {
        seen.filter { $0.objectness >= minimumScore }.map { TileCandidate(candidate: $0, tile: 0) }
    }
}

/// Describes a box by what a function says of it.
struct FakeEmbedder: CropEmbedder {
    var id: String { "fake-embedder" }
    let describe: @Sendable (Rect) -> [Float]

    func embeddings(of boxes: [Rect], in image: RGBImage) async throws(CountError) -> [[Float]] {
        boxes.map(describe)
    }
}
