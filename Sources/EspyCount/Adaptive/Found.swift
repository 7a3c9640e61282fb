import EspyPixels

/// The candidates of a photo on their way to a result.
package struct Found: Sendable {
    /// Best score first.
    package private(set) var candidates: [Candidate]
    /// Group of each candidate, 0 the one to count; nil for those too unsure to found groups.
    package private(set) var labels: [Int?]
    /// Candidates from this score on found groups.
    package let confidence: Double
    /// Some were left out, because there were too many.
    package let isCapped: Bool
    /// Whether the first candidate is the example of what to count.
    private let hasExample: Bool

    /// - Parameter seen: best score first, in pixels of the picture.
    package init(_ seen: [Candidate], options: CountOptions, area: CountArea) {
        confidence = options.confidence ?? AdaptiveConstants.confidence
        let least = confidence - AdaptiveConstants.secondLookMargin
        var usable = seen.filter { $0.objectness >= least && area.contains($0.rect.center) }
        if let like = options.like {
            // The example is sure, and nothing else stands in its place.
            usable.removeAll { $0.rect.iou(like) > AdaptiveConstants.finalSuppression }
            usable.insert(Candidate(rect: like, objectness: 1), at: 0)
        }
        isCapped = usable.count > AdaptiveConstants.mostCandidates
        candidates = Array(usable.prefix(AdaptiveConstants.mostCandidates))
        hasExample = options.like != nil
        labels = Array(repeating: nil, count: candidates.count)
    }

    /// Places of the candidates that found groups.
    package var sure: [Int] { candidates.indices.filter { candidates[$0].objectness >= confidence } }

    /// Place of the example among ``sure``.
    package var example: Int? { hasExample ? 0 : nil }

    /// Takes over the groups of ``sure``, numbered by their order, and drops what is a part of something else in the
    /// same group.
    package mutating func group(_ kinds: Kinds) {
        let numbers = Dictionary(uniqueKeysWithValues: kinds.order.enumerated().map { ($1, $0) })
        let sure = self.sure
        for (place, label) in zip(sure, kinds.labels) { labels[place] = numbers[label] }
        var isGone = Set<Int>()
        for number in kinds.order.indices {
            let members = sure.filter { labels[$0] == number }
            let kept = Set(WholesAndParts.kept(members.map { candidates[$0] }).map { members[$0] })
            isGone.formUnion(members.filter { !kept.contains($0) && !(hasExample && $0 == 0) })
        }
        for place in isGone { labels[place] = nil }
        dropped = isGone
    }

    /// Parts of other things, and boxes around several: no candidates any more.
    package private(set) var dropped: Set<Int> = []
}
