public import EspyPixels

/// What to count in a photo, and how.
public struct CountOptions: Sendable, Codable, Equatable {
    /// Which way the count is made.
    public var pipeline: Pipeline
    /// Candidates below this score of the detector are not looked at, 0…1. Nil: what the pipeline finds best.
    public var confidence: Double?
    /// Cosine similarity from which things belong to one group, 0…1. Nil: what the pipeline finds best.
    public var similarity: Double?
    /// Leave out what is far smaller or larger than its neighbors.
    public var filtersSize: Bool
    /// Leave out what is far longer or wider than the rest.
    public var filtersAspect: Bool
    /// Whether things cut by the border of the picture, or of the region, count.
    public var border: BorderPolicy
    /// One of the things to count, in pixels of the upright picture. Nil: the main group is chosen by Espy.
    public var like: Rect?
    /// More examples beside ``like``.
    public var alsoLike: [Rect]
    /// Things that are like ``like`` but are not meant. Heeded where there is an example.
    public var unlike: [Rect]
    /// Corners of a polygon; only what has its center inside is counted. Nil: the whole picture.
    public var region: [Point]?
    /// Polygons in which nothing is counted.
    public var exclusions: [[Point]]
    /// Parts of the picture that are counted each by itself; what lies in none of them is not counted. Where several
    /// hold the center of a thing, it belongs to the first. Empty: the picture is one.
    public var regions: [Region]
    /// How large each thing is, and which sizes count. Nil: nothing is measured.
    public var measuring: Measuring?

    public init(
        pipeline: Pipeline = .auto, confidence: Double? = nil, similarity: Double? = nil,
        filtersSize: Bool = true, filtersAspect: Bool = true, border: BorderPolicy = .all, like: Rect? = nil,
        alsoLike: [Rect] = [], unlike: [Rect] = [], region: [Point]? = nil, exclusions: [[Point]] = [],
        regions: [Region] = [], measuring: Measuring? = nil
    ) {
        self.pipeline = pipeline
        self.confidence = confidence
        self.similarity = similarity
        self.filtersSize = filtersSize
        self.filtersAspect = filtersAspect
        self.border = border
        self.like = like
        self.alsoLike = alsoLike
        self.unlike = unlike
        self.region = region
        self.exclusions = exclusions
        self.regions = regions
        self.measuring = measuring
    }

    public enum Pipeline: String, Sendable, Codable, CaseIterable {
        /// ``seeker`` where there is an example. Else ``adaptive``, unless its count looks as if it were wrong: then
        /// ``seeker``. A result names the one that counted.
        case auto
        /// Shows a network one thing and has it find all of its like; without an example it proposes some itself.
        case seeker
        /// Chooses scale, size limits and the group to count from the photo itself.
        case adaptive
        /// The steps and constants of the reference script, for comparison.
        case reference
    }

    /// The pipeline that counts with these options; ``Pipeline/auto`` where the photo decides.
    package var chosenPipeline: Pipeline {
        guard pipeline == .auto else { return pipeline }
        if like != nil { return .seeker }
        // A least score is one of the detector's.
        return confidence == nil ? .auto : .adaptive
    }

    /// What to do with things that the border cuts.
    public enum BorderPolicy: String, Sendable, Codable, CaseIterable {
        /// Count every one.
        case all
        /// Count those of which at least half is inside, judged by the size of their neighbors.
        case half
        /// Count none of them.
        case whole
    }
}
