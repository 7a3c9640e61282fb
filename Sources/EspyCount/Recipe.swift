import EspyCodecs
public import EspyPixels
public import Foundation

/// A kind of thing to count, told by examples: it is kept, and used on other photos.
///
/// A recipe holds pictures and nothing that a network made of them, so that it can be used with any models.
public struct Recipe: Codable, Sendable, Hashable {
    /// Version of this shape.
    public static let version = 1
    /// What the file of a recipe says it is.
    public static let format = "espy-recipe"

    public let format: String
    public let version: Int
    /// What people call it.
    public var name: String
    /// What its things are called.
    public var things: Words
    /// True things; one at least.
    public var examples: [Sample]
    /// Things that look alike and are not meant.
    public var counterexamples: [Sample]
    /// Where the finds of photos that a person checked had to be cut so that as many count as there are: logarithms of the
    /// odds of a score, the last one learned last. Nil: none was checked.
    public var cuts: [Double]?
    /// As ``CountOptions/similarity``. Nil: what the pipeline finds best.
    public var similarity: Double?
    /// What to do with things that the border cuts.
    public var border: CountOptions.BorderPolicy
    /// What is known of the size of things in other photos.
    public var distance: Distance

    /// Parts of the photo that are counted each by itself. Nil: the photo is one.
    public var layout: RegionLayout?
    /// How large things are, and which sizes count. Nil: nothing is measured.
    public var sizes: Sizes?

    /// - Parameter things: nil: they are called as the recipe is.
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

    /// How far away the camera of other photos was.
    public enum Distance: String, Codable, Sendable, CaseIterable {
        /// As far as when the examples were taken: things have about their size in the photo.
        case same
        /// Not known: the size is looked for.
        case any
    }

    /// How things are measured in any photo of the recipe.
    public struct Sizes: Codable, Sendable, Hashable {
        /// Without a reference: that lies in one photo alone.
        public var measuring: Measuring
        /// Long side of the photo whose pixels the scale, and limits without one, are of: in one of another size they
        /// are scaled along. Nil: they are pixels of whatever photo there is.
        public var longSide: Int?

        public init(_ measuring: Measuring, longSide: Int? = nil) {
            (self.measuring, self.longSide) = (measuring, longSide)
        }

        /// The same in pixels of a photo of this size.
        public func measuring(width: Int, height: Int) -> Measuring {
            guard let longSide, longSide > 0 else { return measuring }
            let factor = Double(max(width, height)) / Double(longSide)
            return measuring.scaled(x: factor, y: factor)
        }

        /// Whether lengths are told, which hold only where the camera is as far away.
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

    /// What things are called, as a person typed it.
    public struct Words: Codable, Sendable, Hashable {
        /// Of one: `tart`.
        public var one: String
        /// Of several: `tarts`.
        public var several: String

        /// - Parameter one: nil: one is called as several are.
        public init(_ several: String, one: String? = nil) { (self.several, self.one) = (several, one ?? several) }

        /// `56 tarts`
        public func telling(_ count: Int) -> String { "\(count) \(count == 1 ? one : several)" }
    }

    /// One thing with what lies around it.
    public struct Sample: Codable, Sendable, Hashable {
        /// A PNG file.
        public let picture: Data
        /// The thing, in pixels of ``picture``.
        public let box: Rect
        /// Side of the thing, as a square of its area has it, over the long side of the photo that it is from, 0…1.
        public let share: Double

        package init(picture: Data, box: Rect, share: Double) {
            (self.picture, self.box, self.share) = (picture, box, share)
        }
    }
}

extension CountOptions {
    /// With what a recipe says in its place, if there is one.
    package func following(_ recipe: Recipe?) -> CountOptions {
        guard let recipe else { return self }
        var told = self
        (told.pipeline, told.similarity, told.border) = (.seeker, recipe.similarity, recipe.border)
        return told
    }

    /// The same photo once more, by the recipe alone: what was shown in it then is left out.
    package func again(by recipe: Recipe) -> CountOptions {
        var told = following(recipe)
        (told.like, told.alsoLike) = (nil, [])
        return told
    }
}

/// What is wrong with a recipe.
public enum RecipeError: Error, Equatable {
    /// No file of a recipe, or a damaged one.
    case notARecipe
    /// Of a later version than is known here.
    case tooNew(version: Int)
    /// More bytes than a recipe has.
    case tooLarge(limit: Int)
    /// Empty, too long, or with characters that are not printed.
    case unusableName
    /// No example at all, or more than are of use.
    case unusableNumber(limit: Int)
    /// A picture that cannot be read, is larger than an example is, or has no thing where it should be.
    case unusableExample
    /// A similarity or a size that is out of bounds.
    case unusableValue
    /// The box lies outside the photo, or has no area.
    case outsidePhoto(x: Double, y: Double, width: Double, height: Double)
}

extension Recipe {
    /// Bytes of a file.
    public static let mostBytes = 16 << 20
    /// True things, and as many that are not meant. More make it no better, as one is made of all.
    public static let mostExamples = 12
    /// The logarithm of the odds of a score is never farther from 0.
    static let widestCut = 20.0
    /// Pixels of a side of an example with what lies around it.
    package static let mostSide = 1024
    /// UTF-8 bytes of a name, and of a word.
    public static let longestName = 80

    /// - Throws: what is wrong with it. Its pictures are decoded for that.
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

    /// Whether people can read and type it: not empty, of one line, without blanks around it.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestName
            && text == text.trimmingCharacters(in: .whitespacesAndNewlines)
            && text.unicodeScalars.allSatisfy { !$0.properties.isControl }
    }

    /// What two recipes must not have in common: the name without case, composed.
    public static func key(of name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.lowercased()
    }
}

extension Unicode.Scalar.Properties {
    /// Neither printed nor a blank: also what turns the direction of text around.
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}

extension Recipe.Sample {
    private static let mostPictureBytes = 2 << 20

    /// The picture.
    ///
    /// - Throws: ``RecipeError/unusableExample``
    package func image() throws(RecipeError) -> RGBImage {
        let bytes = [UInt8](picture)
        guard bytes.count <= Self.mostPictureBytes else { throw .unusableExample }
        do throws(ImageError) {
            // What the header says decides before anything is decoded.
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
