package import EspyPixels

/// The similar things that were found in one photo, and how many of them there are.
///
/// All positions are pixels of the upright picture.
public struct Count: Codable, Sendable, Equatable {
    /// Version of this shape. Keys may be added under the same number; none is renamed or dropped.
    public static let schema = 1

    public var schema = Count.schema
    /// Size of the picture.
    public var width: Int
    public var height: Int
    /// How many things the main cluster holds.
    public var count: Int
    /// The count if all doubtful objects were left out, and if all of them were taken in.
    public var range: Range
    /// Groups of things alike: the main one first, then by falling count.
    public var clusters: [Cluster]
    /// Everything that was found, whether counted or not: row by row as a person reads.
    public var detections: [Detection]
    /// How long each step took, in the order they were taken.
    public var stages: [Stage]
    public var model: Models
    public var parameters: CountOptions
    public var warnings: [Warning]
    /// Up to four ways to understand the photo, the likeliest, which is counted, first. Nil where the pipeline knows one
    /// alone.
    public var alternatives: [Alternative]?
    /// What would count next if more was to count, the likeliest first; none of it is among ``detections``. Nil where
    /// what was found has no such order.
    public var candidates: [PossibleThing]?
    /// What told the things to count. Nil: no recipe, or several.
    public var recipe: Used?
    /// Several kinds of things were counted: the cluster with the identifier *n* holds those of the recipe at place *n*.
    public var recipes: [Used]?
    /// How large lengths are in the photo. Nil: nothing was measured, or in pixels alone.
    public var scale: LengthScale?
    /// Which page of a file with several was counted in, from 1, and how many there are. Nil: the file has one.
    public var page: Int?
    public var pages: Int?
    /// Frames of an animation, of which the first was counted in. Nil: the file is none.
    public var frames: Int?
    /// The share of its rows that a damaged photo shows, from 0 to 1. Nil: the file is whole.
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

    /// An honest range around the count, both ends included.
    public struct Range: Codable, Sendable, Equatable {
        public var low: Int
        public var high: Int

        public init(low: Int, high: Int) {
            self.low = low
            self.high = high
        }
    }

    /// Things that look alike.
    public struct Cluster: Codable, Sendable, Equatable {
        public var id: Int
        public var count: Int

        public init(id: Int, count: Int) {
            self.id = id
            self.count = count
        }
    }

    /// One step of the work.
    public struct Stage: Codable, Sendable, Equatable {
        public var name: String
        /// Wall time in milliseconds.
        public var ms: Double

        public init(name: String, ms: Double) {
            self.name = name
            self.ms = ms
        }
    }

    /// Identifiers, as in the model manifest, of what did the work.
    public struct Models: Codable, Sendable, Equatable {
        public var detector: String
        public var embedder: String?

        public init(detector: String, embedder: String? = nil) {
            self.detector = detector
            self.embedder = embedder
        }
    }

    /// What makes the result doubtful, or explains an empty one.
    public enum Warning: String, Codable, Sendable, CaseIterable {
        /// Nothing was found at all.
        case nothingFound
        /// The picture is so dark that things may be hidden in it.
        case dark
        /// The picture is so bright that most of it is white, and things may be lost in that.
        case bright
        /// More candidates were found than are looked at; the least sure were left out.
        case tooMany
        /// Another one of ``Count/alternatives`` is about as likely.
        case undecided
        /// What was found is little like the examples of the recipe.
        case unlikeRecipe
        /// The file of the photo is damaged or ends early: what does not show was not counted.
        case damagedPhoto
    }

    /// The recipe that a photo was counted by.
    public struct Used: Codable, Sendable, Equatable {
        public var name: String
        /// What its things are called.
        public var things: Recipe.Words

        public init(name: String, things: Recipe.Words) { (self.name, self.things) = (name, things) }
    }
}

extension Count {
    /// Takes down which picture of its file was counted in.
    package mutating func note(_ source: PictureSource) {
        (page, pages, frames, shown) = source.told
        if source.damage != nil { warnings.append(.damagedPhoto) }
    }

    /// The counted things, row by row.
    public var main: [Detection] { detections.filter(\.main) }
}
