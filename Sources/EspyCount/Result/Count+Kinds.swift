import EspyPixels

extension Count {
    /// One for each of ``recipes``, in their order, by the names of the recipes. Empty where there are none.
    public var kinds: [Part] {
        guard let recipes else { return [] }
        let tally = PartTally(self)
        return recipes.enumerated().map { kind, recipe in
            tally.part(recipe.name, detections.indices.filter { detections[$0].cluster == kind })
        }
    }

    /// One photo that was counted by several recipes, as one result of several kinds.
    ///
    /// A place that two recipes claim belongs to the one that counts it, and else to the one that is surer.
    /// - Parameter counts: of the same photo, each by its own recipe.
    /// - Returns: nil where one of them was made without a recipe, or there is none.
    public static func together(_ counts: [Count]) -> Count? {
        let recipes = counts.compactMap(\.recipe)
        guard var result = counts.first, recipes.count == counts.count else { return nil }
        guard counts.count > 1 else { return result }
        let claims = Claims(counts)
        result.recipe = nil
        result.recipes = recipes
        result.alternatives = nil
        let order = readingOrder(of: claims.kept.map(\.rect))
        result.detections = order.map { claims.kept[$0] }
        result.count = result.detections.count(where: \.main)
        result.range = claims.range(beside: result.count)
        result.clusters = result.kindClusters(recipes.count)
        let warnings = counts.flatMap(\.warnings)
        result.warnings = Warning.allCases.filter { warning in
            warning == .nothingFound ? result.count == 0 : warning != .undecided && warnings.contains(warning)
        }
        result.stages = Stage.sum(counts.map(\.stages))
        return result
    }

    /// The groups of several kinds: what is counted of each.
    func kindClusters(_ number: Int) -> [Cluster] {
        (0..<number).map { kind in
            Cluster(id: kind, count: detections.count { $0.main && $0.cluster == kind })
        }
    }

    /// The kind that a new thing is most likely of: that of the nearest counted one.
    func kind(near rect: Rect) -> Int? {
        main.min { $0.rect.center.distance(to: rect.center) < $1.rect.center.distance(to: rect.center) }?.cluster
    }
}

/// Which recipe gets what several have found.
private struct Claims {
    private let counts: [Count]
    /// With their kinds as clusters.
    let kept: [Count.Detection]
    /// How many of each recipe went to others: of all, and of those that it counted.
    private let lost: [(all: Int, counted: Int)]

    /// Boxes that share more than this are of one thing.
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

    /// The ranges of all together, without what others have.
    func range(beside count: Int) -> Count.Range {
        let pairs = zip(counts, lost)
        let low = pairs.reduce(0) { $0 + max($1.0.range.low - $1.1.counted, 0) }
        let high = pairs.reduce(0) { $0 + max($1.0.range.high - $1.1.all, 0) }
        return Count.Range(low: min(low, count), high: max(high, count))
    }
}

extension Count.Stage {
    /// The times of the same steps added up, in the order of the first.
    fileprivate static func sum(_ runs: [[Count.Stage]]) -> [Count.Stage] {
        guard let first = runs.first else { return [] }
        return first.map { stage in
            Count.Stage(name: stage.name, ms: runs.joined().filter { $0.name == stage.name }.reduce(0) { $0 + $1.ms })
        }
    }
}
