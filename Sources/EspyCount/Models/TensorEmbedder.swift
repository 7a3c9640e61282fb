package import EspyInference
package import EspyPixels

/// Computes embeddings of crops.
package struct TensorEmbedder: Sendable {
    /// The signature of ``embeddings(of:in:)``.
    package typealias Describing = @Sendable (_ boxes: [Rect], RGBImage) throws(CountError) -> [[Float]]

    /// Identifier as in the model manifest.
    package let id: String
    private let describing: Describing

    /// - Parameters:
    ///   - runner: a loaded model.
    ///   - batch: number of crops per run. The task may be canceled between batches.
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
        let network = EmbedderNetwork(runner: runner, batch: max(batch, 1))
        self.init(id: entry.id, describing: network.embeddings(of:in:))
    }

    package init(id: String, describing: @escaping Describing) { (self.id, self.describing) = (id, describing) }

    /// Returns one vector of length 1 for each box: the closer two point, the more similar the things look. A box
    /// without a whole pixel inside the picture gets a vector of zeros, which is similar to nothing.
    ///
    /// - Parameter boxes: in pixels of `image`; corners are truncated to whole pixels.
    /// - Throws: ``CountError/model(_:)``, ``CountError/cancelled``
    package func embeddings(of boxes: [Rect], in image: RGBImage) throws(CountError) -> [[Float]] {
        try describing(boxes, image)
    }
}

/// A loaded embedder.
private struct EmbedderNetwork: Sendable {
    let runner: Model
    let batch: Int

    func embeddings(of boxes: [Rect], in image: RGBImage) throws(CountError) -> [[Float]] {
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
                        id: runner.entry.id, expected: Tensor.text(of: [group.count, dimensions]),
                        found: Tensor.text(of: answer.shape)))
            }
            for (offset, index) in group.enumerated() {
                vectors[index] = Self.unit(answer.values[(offset * dimensions)..<((offset + 1) * dimensions)])
            }
        }
        return vectors
    }

    /// The vector scaled to length 1; a vector of length 0 is unchanged.
    private static func unit(_ vector: ArraySlice<Float>) -> [Float] {
        let length = vector.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? vector.map { $0 / length } : Array(vector)
    }
}
