public import EspyPixels

extension Count {
    /// One part for each of ``recipes``, in their order and with their names. Empty if there are none.
    public var kinds: [Part] {
        guard let recipes else { return [] }
        let tally = PartTally(self)
        return recipes.enumerated().map { kind, recipe in
            tally.part(recipe.name, detections.indices.filter { detections[$0].cluster == kind })
        }
    }

    /// Merges the counts of one photo by several recipes into one result with several kinds.
    ///
    /// A place found by two recipes belongs to the one that counts it, or else to the one with the higher confidence.
    /// - Parameter counts: of the same photo, each by its own recipe.
    /// - Returns: nil if one was made without a recipe, or there are none.
    public static func together(_ counts: [Count]) -> Count? {
        let recipes = counts.compactMap { $0.recipe }
        guard var result = counts.first, recipes.count == counts.count else { return nil }
        guard counts.count > 1 else { return result }
        let claims = Claims(counts)
        result.recipe = nil
        result.recipes = recipes
        (result.alternatives, result.candidates) = (nil, nil)
        let order = readingOrder(of: claims.kept.map { $0.rect })
        result.detections = order.map { claims.kept[$0] }
        result.count = result.detections.count { $0.main }
        result.range = claims.range(beside: result.count)
        result.clusters = result.kindClusters(recipes.count)
        let warnings = counts.flatMap { $0.warnings }
        result.warnings = Warning.allCases.filter { warning in
            warning == .nothingFound ? result.count == 0 : warning != .undecided && warnings.contains(warning)
        }
        result.stages = Stage.sum(counts.map { $0.stages })
        return result
    }

    /// The clusters of several kinds, with the count of each.
    func kindClusters(_ number: Int) -> [Cluster] {
        (0..<number).map { kind in
            Cluster(id: kind, count: detections.count { $0.main && $0.cluster == kind })
        }
    }

    /// The likeliest kind of a new thing: that of the nearest counted one.
    func kind(near rect: Rect) -> Int? {
        main.min { $0.rect.center.distance(to: rect.center) < $1.rect.center.distance(to: rect.center) }?.cluster
    }
}

/// Decides which recipe gets a thing that several found.
private struct Claims {
    private let counts: [Count]
    /// Detections with their kinds as clusters.
    let kept: [Count.Detection]
    /// The things that each recipe lost to others: of all, and of those that it counted.
    private let lost: [(all: Int, counted: Int)]

    /// Boxes that share more than this are the same thing.
    private static let sameThing = 0.5

    init(_ counts: [Count]) {
        self.counts = counts
        let all = counts.enumerated().flatMap { kind, count in
            count.detections.map { detection in
                var detection = detection
                detection.cluster = kind
                return detection
            }
        }
        let byRank = all.sorted { ($0.main ? 1 : 0, $0.confidence) > ($1.main ? 1 : 0, $1.confidence) }
        var kept: [Count.Detection] = []
        var lost = counts.map { _ in (all: 0, counted: 0) }
        for claim in byRank {
            let isTaken = kept.contains { $0.cluster != claim.cluster && $0.rect.iou(claim.rect) > Self.sameThing }
            guard isTaken else {
                kept.append(claim)
                continue
            }
            lost[claim.cluster].all += 1
            if claim.main { lost[claim.cluster].counted += 1 }
        }
        (self.kept, self.lost) = (kept, lost)
    }

    /// The sum of the ranges, without the things lost to others.
    func range(beside count: Int) -> Count.Range {
        let pairs = zip(counts, lost)
        let low = pairs.reduce(0) { $0 + max($1.0.range.low - $1.1.counted, 0) }
        let high = pairs.reduce(0) { $0 + max($1.0.range.high - $1.1.all, 0) }
        return Count.Range(low: min(low, count), high: max(high, count))
    }
}

extension Count.Stage {
    /// Adds up the times of equal steps, in the order of the first run.
    fileprivate static func sum(_ runs: [[Count.Stage]]) -> [Count.Stage] {
        guard let first = runs.first else { return [] }
        return first.map { stage in
            Count.Stage(name: stage.name, ms: runs.joined().filter { $0.name == stage.name }.reduce(0) { $0 + $1.ms })
        }
    }
}

extension Count {
    /// One part for each of ``CountOptions/regions``, in their order. They add up to the whole count, except for things
    /// that the user added outside of all.
    public var regions: [Part] {
        let (places, tally) = (regionPlaces, PartTally(self))
        return parameters.regions.enumerated().map { place, region in
            tally.part(region.name, detections.indices.filter { places[$0] == place })
        }
    }

    /// Index of the region of each detection in ``CountOptions/regions``; nil for none.
    var regionPlaces: [Int?] {
        let area = CountArea(width: width, height: height, options: parameters)
        return detections.map { area.place(of: $0.rect.center) }
    }
}

extension Count {
    /// Counts other clusters of the same photo: another one, or several, which are merged under the first of their
    /// identifiers.
    ///
    /// The border policy and the regions of ``parameters`` also apply to clusters that were not counted before. Doubt
    /// does not change, except if a cluster joins the counted one: that decides whether its things belong to it.
    ///
    /// - Returns: nil if `ids` is empty or names a cluster that does not exist.
    public func counting(clusters ids: [Int]) -> Count? {
        guard let first = ids.first, ids.allSatisfy({ id in clusters.contains { $0.id == id } }) else { return nil }
        let before = Set(main.map { $0.cluster })
        let joins = !before.isEmpty && before.isSubset(of: ids)
        var result = self
        for id in Set(ids).subtracting(before) { result.count(newcomer: id, joins: joins) }
        for index in detections.indices {
            if ids.contains(detections[index].cluster) {
                result.detections[index].cluster = first
            } else {
                result.detections[index].main = false
            }
        }
        result.regroup(mainID: first)
        // They resemble the things that were counted before.
        if before != [first] { result.candidates = nil }
        // The seeker also knows how much was not detected.
        let known = ids.count == 1 ? alternatives?.first { $0.cluster == first } : nil
        if let known { result.range = known.range }
        return result
    }

    private mutating func count(newcomer id: Int, joins: Bool) {
        let members = detections.indices.filter { detections[$0].cluster == id }
        let area = CountArea(width: width, height: height, options: parameters)
        for (index, isIn) in zip(members, area.counts(members.map { detections[$0].rect })) {
            detections[index].main = isIn && admits(detections[index])
            if isIn, joins { detections[index].doubt = 0 }
        }
    }

    /// Derives the count, the range and the clusters from the detections.
    mutating func regroup(mainID: Int) {
        count = detections.count { $0.main }
        range = Range(of: detections, pipeline: parameters.pipeline)
        if let recipes {
            clusters = kindClusters(recipes.count)
            return
        }
        let sizes = detections.reduce(into: [Int: Int]()) { $0[$1.cluster, default: 0] += 1 }
        clusters = sizes.map { id, size in Cluster(id: id, count: id == mainID ? count : size) }
            .sorted { ($0.id == mainID ? 0 : 1, -$0.count, $0.id) < ($1.id == mainID ? 0 : 1, -$1.count, $1.id) }
    }
}

extension Count {
    /// One way to understand a photo, and its result.
    public struct Alternative: Sendable, Equatable {
        public var count: Int
        public var range: Range
        /// One of the things, as an example.
        public var example: Rect
        /// The chance that this is meant, 0…1.
        public var confidence: Double
        /// The cluster with these things (``Cluster/id``). Nil: the main cluster with another cut.
        public var cluster: Int?
        /// The similarity setting that gives this result. Nil for another cluster.
        public var similarity: Double?

        public init(
            count: Int, range: Range, example: Rect, confidence: Double, cluster: Int? = nil,
            similarity: Double? = nil
        ) {
            self.count = count
            self.range = range
            self.example = example
            self.confidence = confidence
            self.cluster = cluster
            self.similarity = similarity
        }
    }
}

extension Count {
    /// The best examples of what was counted: the user's, or else the few most certain things that are whole.
    public var surestExamples: [Rect] {
        let shown = parameters.shown
        if !shown.isEmpty { return Array(shown.prefix(Recipe.mostExamples)) }
        let area = CountArea(width: width, height: height, options: parameters)
        let whole = main.filter { !area.isCut($0.rect) }
        let candidates = whole.isEmpty ? main : whole
        let order = candidates.indices.sorted {
            (candidates[$0].doubt, -candidates[$0].confidence, $0)
                < (candidates[$1].doubt, -candidates[$1].confidence, $1)
        }
        return order.prefix(Self.fewExamples).map { candidates[$0].rect }
    }

    private static let fewExamples = 3
}
