public import EspyInference
package import EspyPixels
import Synchronization

/// The half of a CLIP model that sees photos, with what is said of any photo put into its space by the other half.
public final class MeaningEncoder: Sendable {
    private let runner: any TensorRunner
    private let packer: InputPacker
    public let version: String
    /// Vectors of what is said of any photo, and until they are there what makes them: the half for texts needs much
    /// memory, and is not needed after that.
    private let background: Mutex<(texts: (any TextMeaning)?, vectors: [[Float]])>

    /// - Parameters:
    ///   - model: the half for photos.
    ///   - texts: the other one, made for it.
    public convenience init(_ model: Model, texts: ModelTextMeaning) { self.init(runner: model, texts: texts) }

    package init(runner: any TensorRunner, texts: any TextMeaning) {
        (self.runner, version) = (runner, texts.version)
        background = Mutex((texts, []))
        packer = InputPacker(input: runner.entry.input, sampling: .smooth)
    }

    /// What a photo shows; nil where the model has no direction for it.
    ///
    /// - Parameter image: upright; not empty.
    package func meaning(of image: RGBImage) throws(InferenceError) -> PhotoMeaning? {
        let placement = Placement(PixelRect(width: image.width, height: image.height), in: packer.input)
        let answer = try runner.run(packer.tensor(of: [placement], in: image)).first?.values ?? []
        guard answer.count == runner.entry.output.columns else {
            throw .wrongShape(id: runner.entry.id, expected: "\(runner.entry.output.columns)", found: "\(answer.count)")
        }
        guard let vector = Vectors.unit(answer) else { return nil }
        let cosines = try backgroundVectors().map { Vectors.dot($0, vector) }
        return PhotoMeaning(vector: vector, background: MeaningBackground.level(cosines))
    }

    /// Made once: some dozens of texts.
    private func backgroundVectors() throws(InferenceError) -> [[Float]] {
        try background.withLock { (known) throws(InferenceError) -> [[Float]] in
            guard let texts = known.texts else { return known.vectors }
            var vectors: [[Float]] = []
            for prompt in MeaningBackground.prompts { vectors.append(try texts.vector(of: prompt)) }
            known = (nil, vectors)
            return vectors
        }
    }
}
