public import EspyPixels

/// Options for counting: which things to count in a photo, and how.
public struct CountOptions: Sendable, Equatable {
    /// The method of counting.
    public var pipeline: Pipeline
    /// Candidates below this detector score are ignored, 0…1. Nil: chosen by the pipeline.
    public var confidence: Double?
    /// Cosine similarity from which things belong to one group, 0…1. Nil: chosen by the pipeline.
    public var similarity: Double?
    /// Whether to leave out things that are far smaller or larger than their neighbors.
    public var filtersSize: Bool
    /// Whether to leave out things that are far longer or wider than the rest.
    public var filtersAspect: Bool
    /// Whether things cut by the border of the picture, or of the region, count.
    public var border: BorderPolicy
    /// An example of the things to count, in pixels of the upright picture. Nil: Espy chooses the main group.
    public var like: Rect?
    /// Further examples, besides ``like``.
    public var alsoLike: [Rect]
    /// Counterexamples: things that look like ``like`` but should not count. Used only with an example.
    public var unlike: [Rect]
    /// Corners of a polygon; only things with their center inside are counted. Nil: the whole picture.
    public var region: [Point]?
    /// Polygons in which nothing is counted.
    public var exclusions: [[Point]]
    /// Parts of the picture that are counted separately; things outside all of them are not counted. If several contain
    /// the center of a thing, it belongs to the first. Empty: the picture is one region.
    public var regions: [Region]
    /// How to measure things, and which sizes count. Nil: nothing is measured.
    public var measuring: Measuring?
    /// Constants that replace those of the script in ``Pipeline/reference``; nil for every other pipeline.
    public var constants: Constants?

    public init(
        pipeline: Pipeline = .auto, confidence: Double? = nil, similarity: Double? = nil,
        filtersSize: Bool = true, filtersAspect: Bool = true, border: BorderPolicy = .all, like: Rect? = nil,
        alsoLike: [Rect] = [], unlike: [Rect] = [], region: [Point]? = nil, exclusions: [[Point]] = [],
        regions: [Region] = [], measuring: Measuring? = nil, constants: Constants? = nil
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
        self.constants = constants
    }

    public enum Pipeline: String, Sendable, CaseIterable {
        /// ``seeker`` if there is an example. Otherwise ``adaptive``, unless its count looks wrong: then ``seeker``. A
        /// result names the pipeline that counted.
        case auto
        /// Shows a network one thing and has it find all similar ones; without an example it proposes some itself.
        case seeker
        /// Chooses scale, size limits and the group to count from the photo itself.
        case adaptive
        /// The steps and constants of the reference script, for comparison.
        case reference
    }

    /// The outlier limits of ``Pipeline/reference``. Each is in standard deviations about the median; nil disables its
    /// filter.
    public struct Constants: Sendable, Equatable {
        /// Limit for the areas of all boxes.
        public var size: Double?
        /// Limit for width divided by height.
        public var aspect: Double?
        /// Limit for the areas of the boxes that the other filters kept.
        public var area: Double?
        /// Smaller groups are left out.
        public var smallestGroup: Int

        public init(size: Double? = 3, aspect: Double? = 1, area: Double? = 2, smallestGroup: Int = 1) {
            (self.size, self.aspect, self.area, self.smallestGroup) = (size, aspect, area, smallestGroup)
        }

        /// The constants of the reference script.
        public static let script = Constants()
        /// The constants of the document that describes it, which leave out more.
        public static let strict = Constants(size: 1, aspect: 0.5, area: 1)

        /// The range of useful limits.
        public static let limits = 0.01...100.0
        package static let smallestGroups = 1...1_000_000
    }

    /// The pipeline that counts with these options; ``Pipeline/auto`` if the photo decides.
    package var chosenPipeline: Pipeline {
        guard pipeline == .auto else { return pipeline }
        if like != nil { return .seeker }
        // A confidence threshold applies only to the detector.
        return confidence == nil ? .auto : .adaptive
    }

    /// How to treat things that the border cuts.
    public enum BorderPolicy: String, Sendable, CaseIterable {
        /// Count all of them.
        case all
        /// Count those with at least half inside, judged by the size of their neighbors.
        case half
        /// Count none of them.
        case whole
    }
}

extension CountOptions {
    /// - Parameters:
    ///   - width: of the picture in pixels.
    /// - Throws: the reason why these options cannot be used for such a picture.
    package func check(width: Int, height: Int) throws(CountError) {
        guard width > 0, height > 0 else { throw .emptyImage(width: width, height: height) }
        try checkNumbers()
        let picture = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        for box in examples where picture.intersection(box) == nil { throw .unusableExample(box) }
    }

    /// Checks everything that does not depend on the picture.
    public func checkNumbers() throws(CountError) {
        for threshold in [confidence, similarity].compactMap({ $0 }) {
            guard (0...1).contains(threshold) else { throw .unusableThreshold(threshold) }
        }
        for polygon in exclusions + [region].compactMap({ $0 }) + regions.map({ $0.corners }) {
            guard polygon.count >= 3, polygon.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
            else { throw .unusableRegion(polygon) }
        }
        if let constants {
            guard pipeline == .reference else { throw .constantsWithoutReference }
            for limit in [constants.size, constants.aspect, constants.area].compactMap({ $0 }) {
                guard Constants.limits.contains(limit) else { throw .unusableConstant(limit) }
            }
            guard Constants.smallestGroups.contains(constants.smallestGroup) else {
                throw .unusableConstant(Double(constants.smallestGroup))
            }
        }
        try checkNames()
        try measuring?.check()
        for box in examples {
            let numbers = [box.x, box.y, box.width, box.height]
            guard numbers.allSatisfy({ $0.isFinite }), box.width > 0, box.height > 0 else {
                throw .unusableExample(box)
            }
        }
    }

    private func checkNames() throws(CountError) {
        guard regions.count <= RegionLayout.most else { throw .tooManyRegions(limit: RegionLayout.most) }
        var seen: Set<String> = []
        for name in regions.map({ $0.name }) {
            let isLine = (1...80).contains(name.utf8.count) && !name.contains { $0.isNewline }
            guard isLine, seen.insert(name).inserted else { throw .unusableRegionName(name) }
        }
    }

    /// All boxes that the user drew around things.
    private var examples: [Rect] { shown + unlike }

    /// Boxes of the examples.
    package var shown: [Rect] { [like].compactMap { $0 } + alsoLike }

    /// The same options for the same picture at another size.
    package func scaled(x: Double, y: Double) -> CountOptions {
        var result = self
        result.like = like?.scaled(x: x, y: y)
        result.alsoLike = alsoLike.map { $0.scaled(x: x, y: y) }
        result.unlike = unlike.map { $0.scaled(x: x, y: y) }
        result.region = region?.map { $0.scaled(x: x, y: y) }
        result.exclusions = exclusions.map { $0.map { $0.scaled(x: x, y: y) } }
        result.regions = regions.map { $0.scaled(x: x, y: y) }
        result.measuring = measuring?.scaled(x: x, y: y)
        return result
    }
}

extension Point {
    package func scaled(x horizontal: Double, y vertical: Double) -> Point { Point(x: x * horizontal, y: y * vertical) }
}

extension Rect {
    package func scaled(x horizontal: Double, y vertical: Double) -> Rect {
        Rect(x: x * horizontal, y: y * vertical, width: width * horizontal, height: height * vertical)
    }
}
