package import EspyPixels

/// The similar things that were found in one photo, and their number.
///
/// All positions are pixels of the upright picture.
public struct Count: Sendable, Equatable {
    /// Version of this shape. Keys may be added under the same number; none is renamed or removed.
    public static let schema = 1

    public var schema = Count.schema
    /// Size of the picture.
    public var width: Int
    public var height: Int
    /// The number of things in the main cluster.
    public var count: Int
    /// The count without any doubtful things, and the count with all of them.
    public var range: Range
    /// Clusters of similar things: the main one first, then by falling count.
    public var clusters: [Cluster]
    /// All detections, counted or not, row by row in reading order.
    public var detections: [Detection]
    /// How long each step took, in the order they were taken.
    public var stages: [Stage]
    public var model: Models
    public var parameters: CountOptions
    public var warnings: [Warning]
    /// Up to four ways to understand the photo, the likeliest first; that one is counted. Nil if the pipeline knows
    /// only one.
    public var alternatives: [Alternative]?
    /// The things that would count next if more should count, the likeliest first; none of them is among
    /// ``detections``. Nil if the detections have no such order.
    public var candidates: [PossibleThing]?
    /// The recipe that defined the things to count. Nil: no recipe, or several.
    public var recipe: Used?
    /// The recipes, if several kinds of things were counted: the cluster with the identifier *n* belongs to the recipe
    /// at index *n*.
    public var recipes: [Used]?
    /// Pixels per unit of length in the photo. Nil: nothing was measured, or only in pixels.
    public var scale: LengthScale?
    /// The page that was counted, from 1, and the number of pages. Nil: the file has only one.
    public var page: Int?
    public var pages: Int?
    /// Number of frames of an animation; the first was counted. Nil: the file is not an animation.
    public var frames: Int?
    /// The share of its rows that a damaged photo shows, from 0 to 1. Nil: the file is intact.
    public var shown: Double?

    public init(
        width: Int, height: Int, count: Int, range: Range, clusters: [Cluster] = [], detections: [Detection] = [],
        stages: [Stage] = [], model: Models, parameters: CountOptions, warnings: [Warning] = []
    ) {
        self.width = width
        self.height = height
        self.count = count
        self.range = range
        self.clusters = clusters
        self.detections = detections
        self.stages = stages
        self.model = model
        self.parameters = parameters
        self.warnings = warnings
    }

    /// A plausible range around the count, both ends included.
    public struct Range: Sendable, Equatable {
        public var low: Int
        public var high: Int

        public init(low: Int, high: Int) {
            self.low = low
            self.high = high
        }
    }

    /// Things that look alike.
    public struct Cluster: Sendable, Equatable {
        public var id: Int
        public var count: Int

        public init(id: Int, count: Int) {
            self.id = id
            self.count = count
        }
    }

    /// One step of the work.
    public struct Stage: Sendable, Equatable {
        public var name: String
        /// Wall time in milliseconds.
        public var ms: Double

        public init(name: String, ms: Double) {
            self.name = name
            self.ms = ms
        }
    }

    /// Identifiers, as in the model manifest, of the models that were used.
    public struct Models: Sendable, Equatable {
        public var detector: String
        public var embedder: String?

        public init(detector: String, embedder: String? = nil) {
            self.detector = detector
            self.embedder = embedder
        }
    }

    /// A reason why the result is doubtful, or empty.
    public enum Warning: String, Sendable, CaseIterable {
        /// Nothing was found at all.
        case nothingFound
        /// The picture is so dark that things may be hidden in it.
        case dark
        /// The picture is so bright that most of it is white, and things may be lost in that.
        case bright
        /// There were more candidates than the limit; the least certain were left out.
        case tooMany
        /// Another one of ``Count/alternatives`` is about as likely.
        case undecided
        /// Nothing was found but the user's examples themselves.
        case onlyExamples
        /// The detections bear little resemblance to the examples of the recipe.
        case unlikeRecipe
        /// The file of the photo is damaged or ends early; the missing part was not counted.
        case damagedPhoto
    }

    /// A recipe that was used to count a photo.
    public struct Used: Sendable, Equatable {
        public var name: String
        /// The words for its things.
        public var things: Recipe.Words

        public init(name: String, things: Recipe.Words) { (self.name, self.things) = (name, things) }
    }
}

extension Count {
    /// Records which picture of its file was counted.
    package mutating func note(_ source: PictureSource) {
        (page, pages, frames, shown) = source.fields
        if source.damage != nil { warnings.append(.damagedPhoto) }
    }

    /// The counted things, row by row.
    public var main: [Detection] { detections.filter { $0.main } }
}
