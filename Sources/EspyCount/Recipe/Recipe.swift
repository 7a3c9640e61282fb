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
