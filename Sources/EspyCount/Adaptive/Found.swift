import EspyPixels
import Foundation

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

/// Decides between things that lie inside each other.
package enum WholesAndParts {
    /// Shares of the smaller box: above this it lies inside the larger.
    private static let inside = 0.8

    /// Places of the candidates that stay, in order.
    ///
    /// A box around several things that are seen as well as it, and fill it, is a group of things and goes. Otherwise
    /// what lies inside is a part of the whole, and goes unless it is seen far better.
    package static func kept(_ candidates: [Candidate]) -> [Int] {
        let boxes = candidates.map(\.rect)
        let index = BoxIndex(boxes)
        var isGone = [Bool](repeating: false, count: boxes.count)
        for whole in stableOrder(of: boxes.map(\.area)) where !isGone[whole] {
            let box = boxes[whole]
            let parts = index.overlapping(box).filter { !isGone[$0] && isPart(boxes[$0], of: box) }
            guard !parts.isEmpty else { continue }
            let score = candidates[whole].objectness
            let mean = parts.reduce(0) { $0 + candidates[$1].objectness } / Double(parts.count)
            // What lies inside another part fills nothing more.
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

/// The groups of things alike, and which of them is counted.
package struct Kinds: Sendable {
    /// Group of each candidate.
    package let labels: [Int]
    /// Groups by falling worth, the one to count first.
    package let order: [Int]

    /// - Parameters:
    ///   - example: place of the candidate that a person pointed at: its group is counted. Nil: the one with the most
    ///     worth, which is how many there are, how well they are seen and how large they are.
    /// - Returns: nil when the task was cancelled.
    package init?(_ candidates: [Candidate], vectors: [[Float]]?, similarity: Double, example: Int?) async {
        guard let distances = await KindDistances.between(candidates.map(\.rect), vectors: vectors),
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
        self.labels = labels
        order = worth.keys.sorted { (worth[$1] ?? 0, $0) < (worth[$0] ?? 0, $1) }
    }
}

/// How unlike things are: by what they look like and by their size.
enum KindDistances {
    /// Distances for clustering: cosine distance of the descriptions, plus ``AdaptiveConstants/sizeWeight`` times the
    /// logarithm of the ratio of their sides (square roots of the areas).
    ///
    /// - Parameter vectors: of length 1; nil where there is no embedder.
    /// - Returns: nil when the task was cancelled.
    static func between(_ boxes: [Rect], vectors: [[Float]]?) async -> SquareDistances<Float>? {
        var distances = SquareDistances<Float>(count: boxes.count)
        if let vectors {
            guard let looks = await CosineDistances.fast(vectors) else { return nil }
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
