import EspyCodecs
import Foundation

/// A recipe as a file that can be given away: JSON with its pictures in it.
extension Recipe {
    /// Reads a file that may come from anywhere.
    ///
    /// Keys that are not known are left out.
    /// - Parameter looksAtPictures: Without that, what does not show its pictures is quick.
    /// - Throws: why it is none.
    public init(file bytes: [UInt8], looksAtPictures: Bool = true) throws(RecipeError) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge(limit: Self.mostBytes) }
        let head: Head
        do { head = try JSONDecoder().decode(Head.self, from: Data(bytes)) } catch { throw .notARecipe }
        guard head.format == Self.format, head.version >= 1 else { throw .notARecipe }
        guard head.version <= Self.version else { throw .tooNew(version: head.version) }
        let recipe: Recipe
        do { recipe = try JSONDecoder().decode(Recipe.self, from: Data(bytes)) } catch { throw .notARecipe }
        if looksAtPictures { try recipe.check() }
        self = recipe
    }

    /// The same with its pictures decoded and written anew, so that nothing but pixels is taken over from others.
    public func cleaned() throws(RecipeError) -> Recipe {
        var recipe = self
        recipe.examples = try Self.cleaned(examples)
        recipe.counterexamples = try Self.cleaned(counterexamples)
        return recipe
    }

    /// Of any version.
    private struct Head: Decodable {
        let format: String
        let version: Int
    }

    /// The bytes of a file.
    ///
    /// - Throws: ``RecipeError/tooLarge(limit:)``
    public func file() throws(RecipeError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { throw .unusableValue }
        guard data.count < Self.mostBytes else { throw .tooLarge(limit: Self.mostBytes) }
        return [UInt8](data) + [UInt8(ascii: "\n")]
    }

    private static func cleaned(_ samples: [Sample]) throws(RecipeError) -> [Sample] {
        var clean: [Sample] = []
        for sample in samples {
            guard let bytes = try? ImageEncoder.png(try sample.image()) else { throw .unusableExample }
            clean.append(Sample(picture: Data(bytes), box: sample.box, share: sample.share))
        }
        return clean
    }
}
