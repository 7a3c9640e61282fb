public import EspyPixels

/// A kind of thing to count, defined by examples, that is saved and used on other photos.
///
/// A recipe contains pictures and no output of a network, so that it works with any models.
public struct Recipe: Sendable, Hashable {
    /// Version of this shape.
    public static let version = 1
    /// The format name in the file of a recipe.
    public static let format = "espy-recipe"

    /// The most examples, and the most counterexamples. More do not improve it, because all are merged into one.
    public static let mostExamples = 12

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
    public enum Distance: String, Sendable, CaseIterable {
        /// The same as for the examples: things have about the same size in the photo.
        case same
        /// Unknown: the size is searched for.
        case any
    }

    /// How to measure things in any photo of the recipe.
    public struct Sizes: Sendable, Hashable {
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
    }

    /// The words for things, as the user typed them.
    public struct Words: Sendable, Hashable {
        /// Singular: `tart`.
        public var one: String
        /// Plural: `tarts`.
        public var several: String

        /// - Parameter one: nil: the same as the plural.
        public init(_ several: String, one: String? = nil) { (self.several, self.one) = (several, one ?? several) }

        /// `tarts`
        package func noun(_ count: Int) -> String { count == 1 ? one : several }

        /// `56 tarts`
        public func phrase(_ count: Int) -> String { "\(count) \(noun(count))" }
    }

    /// A picture of one thing with its surroundings.
    public struct Sample: Sendable, Hashable {
        /// A PNG file.
        public let picture: [UInt8]
        /// The thing, in pixels of ``picture``.
        public let box: Rect
        /// Side of the thing (the square root of its area) divided by the long side of its photo, 0…1.
        public let share: Double

        package init(picture: [UInt8], box: Rect, share: Double) {
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
