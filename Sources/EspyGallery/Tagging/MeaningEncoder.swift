public import EspyInference
import EspyPixels
import Foundation
import Synchronization

/// The half of a CLIP model that sees photos, with what is said of any photo put into its space by the other half.
public final class MeaningEncoder: Sendable {
    private let runner: Model
    private let packer: InputPacker
    public let version: String
    /// Vectors of what is said of any photo, and until they are there what makes them: the half for texts needs much
    /// memory, and is not needed after that.
    private let background: Mutex<(texts: TextMeaning?, vectors: [[Float]])>

    /// - Parameters:
    ///   - model: the half for photos.
    ///   - texts: the other one, made for it.
    public init(_ model: Model, texts: TextMeaning) {
        (runner, version) = (model, texts.version)
        background = Mutex((texts, []))
        packer = InputPacker(input: runner.entry.input, sampling: .smooth)
    }

    /// What a photo shows; nil where the model has no direction for it.
    ///
    /// - Parameter image: upright; not empty.
    func meaning(of image: RGBImage) throws(InferenceError) -> PhotoMeaning? {
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

/// What may be said of nearly any photo. A text fits a photo when it fits better than all of these together: how large
/// a cosine is says nothing by itself, for it differs between photos, and there is always a largest one.
///
/// The softmax is that of zero-shot classification (A. Radford et al., 2021); dividing by what fits a photo anyway
/// also keeps those down that are near to everything (S. L. Smith et al., 2017).
package enum MeaningBackground {
    /// Of this list and of the rule. Another one for another list: what is kept of photos is made anew then.
    static let version = "background-1"

    /// How much a cosine counts: CLIP learned it, and all published ones learned the largest that was allowed.
    private static let sharpness = 100.0

    package static let things = [
        "something", "nothing special", "a person", "people", "a face", "a child", "an animal", "a plant", "food",
        "a drink", "a building", "a room", "a street", "a town", "a landscape", "the sky", "water", "the ground",
        "a wall", "a vehicle", "a machine", "a device", "furniture", "clothes", "a toy", "a tool", "a thing on a table",
        "a text", "a document", "a screenshot", "a drawing", "a painting", "a sign", "a pattern", "a surface",
        "a light in the dark", "an event", "a sport", "a detail", "a blurred picture",
    ]

    /// As texts are shown to the model, which learned from captions.
    package static func prompt(_ words: String) -> String { "a photo of \(words)" }

    static let prompts = things.map(prompt)

    /// What ``PhotoMeaning/background`` is: the logarithm of the sum of what speaks for each, as a cosine.
    package static func level(_ cosines: [Float]) -> Float {
        let largest = Double(cosines.max() ?? 0)
        let sum = cosines.reduce(0) { $0 + exp(sharpness * (Double($1) - largest)) }
        return Float(largest + log(max(sum, 1)) / sharpness)
    }

    /// Whether these words are themselves in the list, with or without an article.
    package static func isPart(_ words: String) -> Bool { keys.contains(key(words)) }

    private static let keys = Set(things.map(key))
    private static func key(_ words: String) -> [String] {
        GalleryWords.of(words).filter { !["a", "an", "the"].contains($0) }
    }

    /// How likely a text is beside the background, from 0 to 1.
    ///
    /// - Parameters:
    ///   - margin: its cosine with the photo, less the photo's background.
    ///   - isPart: whether the text is in the background already, and is not to be counted twice.
    package static func likelihood(_ margin: Double, isPart: Bool) -> Double {
        isPart ? min(exp(sharpness * margin), 1) : 1 / (1 + exp(-sharpness * margin))
    }

    /// As likely as a text must be to fit: more than all of the background together.
    package static let threshold = 0.5

    /// The smallest margin with that likelihood.
    package static func leastMargin(isPart: Bool) -> Double { isPart ? log(threshold) / sharpness : 0 }
}
