// Not in the browser: recipes are kept by the server, and their pictures decoded there.

import EspyBase
import EspyCodecs
package import EspyPixels
import Foundation

/// A reason why a recipe cannot be used.
public enum RecipeError: Error, Equatable {
    /// Not a recipe file, or a damaged one.
    case notARecipe
    /// A later version than is supported.
    case tooNew(version: Int)
    /// A larger file than a recipe can have.
    case tooLarge(limit: Int)
    /// Empty, too long, or with unprintable characters.
    case unusableName
    /// No examples, or more than are useful.
    case unusableNumber(limit: Int)
    /// A picture that cannot be read, is too large, or has no thing in the given place.
    case unusableExample
    /// A similarity or a size that is out of bounds.
    case unusableValue
    /// The box lies outside the photo, or has no area.
    case outsidePhoto(x: Double, y: Double, width: Double, height: Double)
}

extension Recipe {
    /// The largest size of a file in bytes.
    public static let mostBytes = 16 << 20
    /// The largest absolute value of a cut, as the logarithm of the odds of a score.
    static let widestCut = 20.0
    /// The longest side of an example with its surroundings, in pixels.
    package static let mostSide = 1024
    /// The longest name, and the longest word, in UTF-8 bytes.
    public static let longestName = 80

    /// - Throws: the first fault. Its pictures are decoded for this.
    public func check() throws(RecipeError) {
        guard format == Self.format else { throw .notARecipe }
        guard version <= Self.version else { throw .tooNew(version: version) }
        guard [name, things.one, things.several].allSatisfy(Self.isName) else { throw .unusableName }
        guard (1...Self.mostExamples).contains(examples.count), counterexamples.count <= Self.mostExamples else {
            throw .unusableNumber(limit: Self.mostExamples)
        }
        if let cuts, cuts.count > Self.mostExamples || !cuts.allSatisfy({ abs($0) <= Self.widestCut }) {
            throw .unusableValue
        }
        if let similarity, !(0...1).contains(similarity) { throw .unusableValue }
        do throws(CountError) { try layout?.check() } catch { throw .unusableValue }
        try sizes?.check()
        for sample in examples + counterexamples { try sample.check() }
    }

    /// Whether a name can be read and typed: not empty, on one line, without surrounding blanks.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestName
            && text == text.trimmingCharacters(in: .whitespacesAndNewlines)
            && text.unicodeScalars.allSatisfy { !$0.properties.isControl }
    }

    /// The key by which names must be unique: the name without case, composed.
    public static func key(of name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.lowercased()
    }
}

extension Unicode.Scalar.Properties {
    /// Neither printable nor a blank; includes characters that reverse the direction of text.
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}

extension Recipe.Sample {
    private static let mostPictureBytes = 2 << 20

    /// Decodes the picture.
    ///
    /// - Throws: ``RecipeError/unusableExample``
    package func image() throws(RecipeError) -> RGBImage {
        guard picture.count <= Self.mostPictureBytes else { throw .unusableExample }
        do throws(ImageError) {
            // The header is checked before anything is decoded.
            let options = DecodingOptions(maxPixels: Recipe.mostSide * Recipe.mostSide)
            let decoder = ImageDecoder(options: options)
            let info = try decoder.info(of: picture)
            guard info.format == .png, max(info.width, info.height) <= Recipe.mostSide else {
                throw .tooManyPixels(width: info.width, height: info.height, limit: options.maxPixels)
            }
            return try decoder.decode(picture)
        } catch { throw .unusableExample }
    }

    func check() throws(RecipeError) {
        let image = try image()
        let numbers = [box.x, box.y, box.width, box.height]
        guard numbers.allSatisfy(\.isFinite), box.x >= 0, box.y >= 0, box.width >= 1, box.height >= 1,
            box.x + box.width <= Double(image.width), box.y + box.height <= Double(image.height)
        else { throw .unusableExample }
        guard share.isFinite, share > 0, share <= 1 else { throw .unusableValue }
    }
}

/// A recipe as a file to share: JSON that includes its pictures.
extension Recipe {
    /// Reads a file from an untrusted source.
    ///
    /// Unknown keys are ignored.
    /// - Parameter looksAtPictures: Pass false to skip checking the pictures, which is faster if they are not shown.
    /// - Throws: the reason why it is not a recipe.
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

    /// Returns the same recipe with its pictures decoded and encoded again, so that nothing but pixels is kept from
    /// others.
    public func cleaned() throws(RecipeError) -> Recipe {
        var recipe = self
        recipe.examples = try Self.cleaned(examples)
        recipe.counterexamples = try Self.cleaned(counterexamples)
        return recipe
    }

    /// The head of a file of any version.
    private struct Head: Decodable {
        let format: String
        let version: Int
    }

    /// Encodes the recipe as a file.
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
            clean.append(Sample(picture: bytes, box: sample.box, share: sample.share))
        }
        return clean
    }
}

extension Recipe.Sizes {
    /// - Throws: ``RecipeError/unusableValue``
    func check() throws(RecipeError) {
        guard measuring.reference == nil, longSide.map({ (1...1_000_000).contains($0) }) ?? true else {
            throw .unusableValue
        }
        do throws(CountError) { try measuring.check() } catch { throw .unusableValue }
    }
}

extension Recipe: Codable {
    private enum Key: String, CodingKey {
        case format, version, name, things, examples, counterexamples, cuts, similarity, border, distance, layout, sizes
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        format = try box.decode(String.self, forKey: .format)
        version = try box.decode(Int.self, forKey: .version)
        name = try box.decode(String.self, forKey: .name)
        things = try box.decode(Words.self, forKey: .things)
        examples = try box.decode([Sample].self, forKey: .examples)
        counterexamples = try box.decode([Sample].self, forKey: .counterexamples)
        cuts = try box.decodeIfPresent([Double].self, forKey: .cuts)
        similarity = try box.decodeIfPresent(Double.self, forKey: .similarity)
        border = try box.decode(CountOptions.BorderPolicy.self, forKey: .border)
        distance = try box.decode(Distance.self, forKey: .distance)
        layout = try box.decodeIfPresent(RegionLayout.self, forKey: .layout)
        sizes = try box.decodeIfPresent(Sizes.self, forKey: .sizes)
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(format, forKey: .format)
        try box.encode(version, forKey: .version)
        try box.encode(name, forKey: .name)
        try box.encode(things, forKey: .things)
        try box.encode(examples, forKey: .examples)
        try box.encode(counterexamples, forKey: .counterexamples)
        try box.encodeIfPresent(cuts, forKey: .cuts)
        try box.encodeIfPresent(similarity, forKey: .similarity)
        try box.encode(border, forKey: .border)
        try box.encode(distance, forKey: .distance)
        try box.encodeIfPresent(layout, forKey: .layout)
        try box.encodeIfPresent(sizes, forKey: .sizes)
    }
}

extension Recipe.Words: Codable {}
extension Recipe.Distance: Codable {}

extension Recipe.Sizes: Codable {
    private enum Key: String, CodingKey {
        case measuring, longSide
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        measuring = try box.decode(Measuring.self, forKey: .measuring)
        longSide = try box.decodeIfPresent(Int.self, forKey: .longSide)
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(measuring, forKey: .measuring)
        try box.encodeIfPresent(longSide, forKey: .longSide)
    }
}

/// Pictures are written in base 64.
extension Recipe.Sample: Codable {
    private enum Key: String, CodingKey {
        case picture, box, share
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        picture = try [UInt8](values.decode(Data.self, forKey: .picture))
        box = try values.decode(Rect.self, forKey: .box)
        share = try values.decode(Double.self, forKey: .share)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(Data(picture), forKey: .picture)
        try values.encode(box, forKey: .box)
        try values.encode(share, forKey: .share)
    }
}
