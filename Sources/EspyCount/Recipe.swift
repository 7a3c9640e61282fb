import EspyCodecs
public import EspyPixels
public import Foundation

/// A kind of thing to count, defined by examples, that is saved and used on other photos.
///
/// A recipe contains pictures and no output of a network, so that it works with any models.
public struct Recipe: Codable, Sendable, Hashable {
    /// Version of this shape.
    public static let version = 1
    /// The format name in the file of a recipe.
    public static let format = "espy-recipe"

    public let format: String
    public let version: Int
    /// Its name, chosen by the user.
    public var name: String
    /// The words for its things.
    public var things: Words
    /// Examples of the things; at least one.
    public var examples: [Sample]
    /// Counterexamples: things that look similar but should not count.
    public var counterexamples: [Sample]
    /// The places where the finds in reviewed photos had to be cut to give the right count: logarithms of the odds of a
    /// score, the latest last. Nil: no photo was reviewed.
    public var cuts: [Double]?
    /// See ``CountOptions/similarity``. Nil: chosen by the pipeline.
    public var similarity: Double?
    /// How to treat things that the border cuts.
    public var border: CountOptions.BorderPolicy
    /// Whether the size of things in other photos is known.
    public var distance: Distance

    /// Parts of the photo that are counted separately. Nil: the photo is one region.
    public var layout: RegionLayout?
    /// How to measure things, and which sizes count. Nil: nothing is measured.
    public var sizes: Sizes?

    /// - Parameter things: nil: the same word as the name.
    public init(
        name: String, things: Words? = nil, examples: [Sample], counterexamples: [Sample] = [],
        similarity: Double? = nil, border: CountOptions.BorderPolicy = .all, distance: Distance = .any,
        layout: RegionLayout? = nil, sizes: Sizes? = nil
    ) {
        format = Self.format
        version = Self.version
        self.name = name
        self.things = things ?? Words(name)
        self.examples = examples
        self.counterexamples = counterexamples
        self.similarity = similarity
        self.border = border
        self.distance = distance
        self.layout = layout
        self.sizes = sizes
    }

    /// The distance of the camera in other photos.
    public enum Distance: String, Codable, Sendable, CaseIterable {
        /// The same as for the examples: things have about the same size in the photo.
        case same
        /// Unknown: the size is searched for.
        case any
    }

    /// How to measure things in any photo of the recipe.
    public struct Sizes: Codable, Sendable, Hashable {
        /// Without a reference, which exists in only one photo.
        public var measuring: Measuring
        /// Long side of the photo to whose pixels the scale, or limits without a scale, refer; for a photo of another
        /// size they are adjusted. Nil: they are pixels of any photo.
        public var longSide: Int?

        public init(_ measuring: Measuring, longSide: Int? = nil) {
            (self.measuring, self.longSide) = (measuring, longSide)
        }

        /// The measuring options in pixels of a photo of this size.
        public func measuring(width: Int, height: Int) -> Measuring {
            guard let longSide, longSide > 0 else { return measuring }
            let factor = Double(max(width, height)) / Double(longSide)
            return measuring.scaled(x: factor, y: factor)
        }

        /// Whether lengths are used, which hold only at the same camera distance.
        public var hasLengths: Bool {
            measuring.scale != nil || measuring.smallest != nil || measuring.largest != nil
        }

        /// - Throws: ``RecipeError/unusableValue``
        func check() throws(RecipeError) {
            guard measuring.reference == nil, longSide.map({ (1...1_000_000).contains($0) }) ?? true else {
                throw .unusableValue
            }
            do throws(CountError) { try measuring.check() } catch { throw .unusableValue }
        }
    }

    /// The words for things, as the user typed them.
    public struct Words: Codable, Sendable, Hashable {
        /// Singular: `tart`.
        public var one: String
        /// Plural: `tarts`.
        public var several: String

        /// - Parameter one: nil: the same as the plural.
        public init(_ several: String, one: String? = nil) { (self.several, self.one) = (several, one ?? several) }

        /// `56 tarts`
        public func phrase(_ count: Int) -> String { "\(count) \(count == 1 ? one : several)" }
    }

    /// A picture of one thing with its surroundings.
    public struct Sample: Codable, Sendable, Hashable {
        /// A PNG file.
        public let picture: Data
        /// The thing, in pixels of ``picture``.
        public let box: Rect
        /// Side of the thing (the square root of its area) divided by the long side of its photo, 0…1.
        public let share: Double

        package init(picture: Data, box: Rect, share: Double) {
            (self.picture, self.box, self.share) = (picture, box, share)
        }
    }
}

extension CountOptions {
    /// Options with the defaults of a recipe, if there is one.
    package func following(_ recipe: Recipe?) -> CountOptions {
        guard let recipe else { return self }
        var options = self
        (options.pipeline, options.similarity, options.border) = (.seeker, recipe.similarity, recipe.border)
        return options
    }

    /// The same options to count the photo again, using only the recipe: examples in the photo are dropped.
    package func again(by recipe: Recipe) -> CountOptions {
        var options = following(recipe)
        (options.like, options.alsoLike) = (nil, [])
        return options
    }
}

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
    /// The most examples, and the most counterexamples. More do not improve it, because all are merged into one.
    public static let mostExamples = 12
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
        let bytes = [UInt8](picture)
        guard bytes.count <= Self.mostPictureBytes else { throw .unusableExample }
        do throws(ImageError) {
            // The header is checked before anything is decoded.
            let options = DecodingOptions(maxPixels: Recipe.mostSide * Recipe.mostSide)
            let decoder = ImageDecoder(options: options)
            let info = try decoder.info(of: bytes)
            guard info.format == .png, max(info.width, info.height) <= Recipe.mostSide else {
                throw .tooManyPixels(width: info.width, height: info.height, limit: options.maxPixels)
            }
            return try decoder.decode(bytes)
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
            clean.append(Sample(picture: Data(bytes), box: sample.box, share: sample.share))
        }
        return clean
    }
}
