package import EspyInference
package import EspyPixels

/// A model that says what is on a photo.
package struct PhotoTagger: Sendable {
    private let runner: any TensorRunner
    private let packer: InputPacker
    package let labels: TagLabels

    /// - Parameters:
    ///   - runner: a loaded model.
    ///   - labels: made for its answer.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``
    package init(_ runner: any TensorRunner, labels: TagLabels) throws(InferenceError) {
        guard runner.entry.task == .tagger else {
            throw .wrongTask(id: runner.entry.id, expected: .tagger, found: runner.entry.task)
        }
        self.runner = runner
        self.labels = labels
        packer = InputPacker(input: runner.entry.input, sampling: .smooth)
    }

    /// The model and which one of that name, for nothing may be compared that another one said.
    package var version: String { runner.entry.version }

    /// What is on a photo.
    ///
    /// - Parameters:
    ///   - image: upright; not empty.
    ///   - threshold: as sure as it must be for every tag, from 0 to 1; nil: as each tag needs, and only tags that are
    ///     sure often enough.
    /// - Returns: surest first, and the embedding.
    package func tags(
        of image: RGBImage, threshold: Double? = nil
    ) throws(InferenceError) -> (tags: [PhotoTag], embedding: [Float]) {
        let placement = Placement(PixelRect(width: image.width, height: image.height), in: packer.input)
        let answer = try runner.run(packer.tensor(of: [placement], in: image)).first?.values ?? []
        guard answer.count == labels.embedding + labels.tags.count else {
            let expected = "\(labels.embedding) + \(labels.tags.count)"
            throw .wrongShape(id: runner.entry.id, expected: expected, found: "\(answer.count)")
        }
        let sure = TagSums(labels).tags(
            answer[labels.embedding...].map { Double(min(max($0, 0), 1)) }, threshold: threshold, source: version)
        return (sure, Array(answer[..<labels.embedding]))
    }
}
