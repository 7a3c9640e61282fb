import CMath
import EspyBase
import EspyPixels

/// The candidates of a photo on their way to a result.
package struct CandidateSet: Sendable {
    /// Best score first.
    package private(set) var candidates: [Candidate]
    /// Group of each candidate, 0 for the one to count; nil for those too uncertain to found groups.
    package private(set) var labels: [Int?]
    /// Candidates with at least this score found groups.
    package let confidence: Double
    /// Whether candidates were left out because there were too many.
    package let isCapped: Bool
    /// Whether the first candidate is the example of what to count.
    private let hasExample: Bool

    /// - Parameter seen: best score first, in pixels of the picture.
    package init(_ seen: [Candidate], options: CountOptions, area: CountArea) {
        confidence = options.confidence ?? AdaptiveConstants.confidence
        let least = confidence - AdaptiveConstants.secondLookMargin
        var usable = seen.filter { $0.objectness >= least && area.contains($0.rect.center) }
        if let like = options.like {
            // The example is certain, so nothing else may take its place.
            usable.removeAll { $0.rect.iou(like) > AdaptiveConstants.finalSuppression }
            usable.insert(Candidate(rect: like, objectness: 1), at: 0)
        }
        isCapped = usable.count > AdaptiveConstants.mostCandidates
        candidates = Array(usable.prefix(AdaptiveConstants.mostCandidates))
        hasExample = options.like != nil
        labels = Array(repeating: nil, count: candidates.count)
    }

    /// Indices of the candidates that found groups.
    package var sure: [Int] { candidates.indices.filter { candidates[$0].objectness >= confidence } }

    /// Index of the example in ``sure``.
    package var example: Int? { hasExample ? 0 : nil }

    /// Assigns groups to ``sure``, numbered by their worth, and drops each candidate that is a part of another in its
    /// group.
    package mutating func group(_ kinds: Clustering) {
        let numbers = Dictionary(uniqueKeysWithValues: kinds.order.enumerated().map { ($1, $0) })
        let sure = self.sure
        for (place, label) in zip(sure, kinds.labels) { labels[place] = numbers[label] }
        var isGone = Set<Int>()
        for number in kinds.order.indices {
            let members = sure.filter { labels[$0] == number }
            let kept = Set(ContainmentFilter.kept(members.map { candidates[$0] }).map { members[$0] })
            isGone.formUnion(members.filter { !kept.contains($0) && !(hasExample && $0 == 0) })
        }
        for place in isGone { labels[place] = nil }
        dropped = isGone
    }

    /// Parts of other things, and boxes around several things. They are no longer candidates.
    package private(set) var dropped: Set<Int> = []
}

/// Decides between things that lie inside each other.
package enum ContainmentFilter {
    /// A box lies inside a larger one if they share more than this part of the smaller box.
    private static let inside = 0.8

    /// Returns the indices of the candidates that stay, in order.
    ///
    /// A box around several things that score as well as it does, and fill it, is a group of things and is dropped.
    /// Otherwise the inner boxes are parts of the whole, and are dropped unless they score far better.
    package static func kept(_ candidates: [Candidate]) -> [Int] {
        let boxes = candidates.map { $0.rect }
        let index = BoxIndex(boxes)
        var isGone = [Bool](repeating: false, count: boxes.count)
        for whole in stableOrder(of: boxes.map({ $0.area })) where !isGone[whole] {
            let box = boxes[whole]
            let parts = index.overlapping(box).filter { !isGone[$0] && isPart(boxes[$0], of: box) }
            guard !parts.isEmpty else { continue }
            let score = candidates[whole].objectness
            let mean = parts.reduce(0) { $0 + candidates[$1].objectness } / Double(parts.count)
            // A box inside another part fills nothing more.
            let things = parts.filter { part in !parts.contains { isPart(boxes[part], of: boxes[$0]) } }
            let filled = things.reduce(0) { $0 + boxes[$1].area } / box.area
            if things.count > 1, mean > score - 0.05, filled > 0.3 {
                isGone[whole] = true
            } else {
                for part in parts where candidates[part].objectness < score + 0.15 { isGone[part] = true }
            }
        }
        return boxes.indices.filter { !isGone[$0] }
    }
    private static func isPart(_ box: Rect, of whole: Rect) -> Bool {
        box.area < whole.area / 2 && box.overlap(whole) > inside * box.area
    }
}

/// Groups of similar things, and which of them is counted.
package struct Clustering: Sendable {
    /// Group of each candidate.
    package let labels: [Int]
    /// Groups by falling worth; the first is counted.
    package let order: [Int]
    private let tree: Dendrogram

    /// - Parameters:
    ///   - example: index of the candidate that the user pointed at; its group is counted. Nil: the group with the most
    ///     worth, which combines the number of things, their scores and their size.
    /// - Returns: nil if the task was canceled.
    package init?(_ candidates: [Candidate], vectors: [[Float]]?, similarity: Double, example: Int?) {
        guard let distances = KindDistances.between(candidates.map({ $0.rect }), vectors: vectors),
            let tree = AgglomerativeClustering.tree(distances)
        else { return nil }
        let labels = tree.labels(below: 1 - similarity)
        var worth: [Int: Double] = [:]
        for (label, candidate) in zip(labels, candidates) {
            // Many small parts are not worth more than the few things that they belong to.
            let weight = candidate.rect.area.squareRoot().squareRoot()
            worth[label, default: 0] += (candidate.objectness - AdaptiveConstants.worthLevel) * weight
        }
        if let example { worth[labels[example]] = .infinity }
        (self.labels, self.tree) = (labels, tree)
        order = worth.keys.sorted { (worth[$1] ?? 0, $0) < (worth[$0] ?? 0, $1) }
    }

    /// Returns the strictest similarity at which the members of a group are of several kinds, each of at least two things;
    /// nil if there is none. Where single things differ from the rest, they differ for other reasons than their kind.
    package func finerSimilarity(of members: [Int]) -> Double? {
        AdaptiveConstants.finerSimilarities.first { similarity in
            let labels = tree.labels(below: 1 - similarity)
            let kinds = Dictionary(grouping: members) { labels[$0] }.values
            return kinds.count > 1 && kinds.allSatisfy { $0.count > 1 }
        }
    }
}

/// Distances between things, by look and by size.
enum KindDistances {
    /// Returns distances for clustering: the cosine distance of the embeddings, plus ``AdaptiveConstants/sizeWeight``
    /// times the logarithm of the ratio of their sides (square roots of the areas).
    ///
    /// - Parameter vectors: of length 1; nil without an embedder.
    /// - Returns: nil if the task was canceled.
    static func between(_ boxes: [Rect], vectors: [[Float]]?) -> SquareDistances<Float>? {
        var distances = SquareDistances<Float>(count: boxes.count)
        if let vectors {
            guard let looks = CosineDistances.fast(vectors) else { return nil }
            distances = looks
        }
        let sides = boxes.map { Float(logarithmicSide($0)) }
        let weight = Float(AdaptiveConstants.sizeWeight)
        for first in sides.indices {
            if Task.isCancelled { return nil }
            for second in sides.indices {
                distances.values[first * sides.count + second] += weight * abs(sides[first] - sides[second])
            }
        }
        return distances
    }

    /// Natural logarithm of the square root of the area in pixels.
    static func logarithmicSide(_ box: Rect) -> Double { log(max(box.area, 1e-6)) / 2 }
}
