package import EspyInference
package import EspyPixels

/// A model that describes crops.
package struct TensorEmbedder: CropEmbedder {
    private let runner: Model
    private let batch: Int

    /// - Parameters:
    ///   - runner: a loaded model.
    ///   - batch: how many crops are shown at once. Between batches the task may be cancelled.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)``
    package init(_ runner: Model, batch: Int = 16) throws(InferenceError) {
        let entry = runner.entry
        guard entry.task == .embedder else {
            throw .wrongTask(id: entry.id, expected: .embedder, found: entry.task)
        }
        guard entry.output.kind == .embedding, entry.output.columns > 0 else {
            throw .wrongShape(
                id: entry.id, expected: "a vector", found: Tensor.text(of: entry.output.shape(batch: -1)))
        }
        self.runner = runner
        self.batch = max(batch, 1)
    }

    package var id: String { runner.entry.id }

    package func embeddings(of boxes: [Rect], in image: RGBImage) async throws(CountError) -> [[Float]] {
        let packer = InputPacker(input: runner.entry.input, sampling: .smooth)
        let dimensions = runner.entry.output.columns
        var vectors = [[Float]](repeating: Array(repeating: 0, count: dimensions), count: boxes.count)
        let crops = boxes.map { PixelRect(truncating: $0, width: image.width, height: image.height) }
        let usable = crops.indices.filter { crops[$0] != nil }
        for start in stride(from: 0, to: usable.count, by: batch) {
            let group = usable[start..<min(start + batch, usable.count)]
            let placements = group.compactMap { crops[$0] }.map { Placement($0, in: packer.input) }
            let answer = try runner.answer(packer.tensor(of: placements, in: image))
            guard answer.values.count == group.count * dimensions else {
                throw .model(
                    .wrongShape(
                        id: id, expected: Tensor.text(of: [group.count, dimensions]),
                        found: Tensor.text(of: answer.shape)))
            }
            for (offset, index) in group.enumerated() {
                vectors[index] = Self.unit(answer.values[(offset * dimensions)..<((offset + 1) * dimensions)])
            }
        }
        return vectors
    }

    /// The vector at length 1; one of length 0 stays as it is.
    private static func unit(_ vector: ArraySlice<Float>) -> [Float] {
        let length = vector.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? vector.map { $0 / length } : Array(vector)
    }
}
