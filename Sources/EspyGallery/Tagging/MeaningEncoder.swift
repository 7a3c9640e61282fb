public import EspyInference
import EspyPixels
import Foundation
import Synchronization

/// The photo half of a CLIP model, together with background texts embedded by the text half.
public final class MeaningEncoder: Sendable {
    private let runner: Model
    private let packer: InputPacker
    public let version: String
    /// The vectors of the background texts, or until they are computed, the text half: it needs much memory and is not
    /// needed afterward.
    private let background: Mutex<(texts: TextEmbedder?, vectors: [[Float]])>

    /// - Parameters:
    ///   - model: the photo half.
    ///   - texts: the matching text half.
    public init(_ model: Model, texts: TextEmbedder) {
        (runner, version) = (model, texts.version)
        background = Mutex((texts, []))
        packer = InputPacker(input: runner.entry.input, sampling: .smooth)
    }

    /// Embeds a photo; nil if the result has no direction.
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

    /// Computed once for some dozens of texts.
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

/// Texts that fit nearly any photo. A text fits a photo if it fits better than all of these together: the size of a
/// cosine alone says nothing, because it differs between photos, and there is always a largest one.
///
/// The softmax is that of zero-shot classification (A. Radford et al., 2021); dividing by what fits a photo anyway also
/// suppresses texts that are near everything (S. L. Smith et al., 2017).
package enum MeaningBackground {
    /// The version of this list and of the rule. Change it with the list: stored values are then computed again.
    static let version = "background-1"

    /// The scale of a cosine: CLIP learned it, and all published models learned the largest allowed value.
    private static let sharpness = 100.0

    package static let things = [
        "something", "nothing special", "a person", "people", "a face", "a child", "an animal", "a plant", "food",
        "a drink", "a building", "a room", "a street", "a town", "a landscape", "the sky", "water", "the ground",
        "a wall", "a vehicle", "a machine", "a device", "furniture", "clothes", "a toy", "a tool", "a thing on a table",
        "a text", "a document", "a screenshot", "a drawing", "a painting", "a sign", "a pattern", "a surface",
        "a light in the dark", "an event", "a sport", "a detail", "a blurred picture",
    ]

    /// The prompt for a text: the model learned from captions.
    package static func prompt(_ words: String) -> String { "a photo of \(words)" }

    static let prompts = things.map(prompt)

    /// The value of ``PhotoMeaning/background``: the log-sum-exp of the background texts, as a cosine.
    package static func level(_ cosines: [Float]) -> Float {
        let largest = Double(cosines.max() ?? 0)
        let sum = cosines.reduce(0) { $0 + exp(sharpness * (Double($1) - largest)) }
        return Float(largest + log(max(sum, 1)) / sharpness)
    }

    /// Whether these words are in the list, with or without an article.
    package static func isPart(_ words: String) -> Bool { keys.contains(key(words)) }

    private static let keys = Set(things.map(key))
    private static func key(_ words: String) -> [String] {
        GalleryWords.of(words).filter { !["a", "an", "the"].contains($0) }
    }

    /// The likelihood of a text compared to the background, from 0 to 1.
    ///
    /// - Parameters:
    ///   - margin: its cosine with the photo, less the photo's background.
    ///   - isPart: whether the text is in the background already, and must not count twice.
    package static func likelihood(_ margin: Double, isPart: Bool) -> Double {
        isPart ? min(exp(sharpness * margin), 1) : 1 / (1 + exp(-sharpness * margin))
    }

    /// The least likelihood of a fitting text: more than all of the background together.
    package static let threshold = 0.5

    /// The smallest margin with that likelihood.
    package static func leastMargin(isPart: Bool) -> Double { isPart ? log(threshold) / sharpness : 0 }
}
