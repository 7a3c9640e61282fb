import EspyPixels

/// Makes one list of what several looks at neighboring scales saw.
///
/// A whole thing is seen at all of them, a part or a bit of texture mostly at one: the score of a thing is the mean of
/// what each look says, and a look that does not see it says little. Its box is the mean of all, weighted by score.
package enum Agreement {
    /// - Parameter looks: the best first; its boxes decide where another one is seen as well.
    /// - Returns: without doubles, best score first.
    package static func candidates(of looks: [Look]) -> [Candidate] {
        let all = looks.enumerated().flatMap { place, look in look.candidates.map { (look: place, candidate: $0) } }
        let boxes = all.map(\.candidate.rect)
        let order = stableOrder(of: all.map { $0.candidate.objectness * ($0.look == 0 ? 1 : 0.97) })
        let index = BoxIndex(boxes)
        var isUsed = [Bool](repeating: false, count: all.count)
        var merged: [Candidate] = []
        for leader in order where !isUsed[leader] {
            let same = index.overlapping(boxes[leader]).filter {
                !isUsed[$0] && boxes[$0].iou(boxes[leader]) > AdaptiveConstants.agreement
            }
            for member in same { isUsed[member] = true }
            isUsed[leader] = true
            let members = same.isEmpty ? [all[leader]] : same.map { all[$0] }
            merged.append(merge(members, looks: looks.count))
        }
        let kept = nonMaximumSuppression(
            boxes: merged.map(\.rect), scores: merged.map(\.objectness), threshold: AdaptiveConstants.finalSuppression)
        return kept.map { merged[$0] }
    }

    private static func merge(_ members: [(look: Int, candidate: Candidate)], looks: Int) -> Candidate {
        var best = [Double](repeating: AdaptiveConstants.missingScore, count: looks)
        // Summed up from the first box on, so that boxes that agree exactly stay as they are.
        let first = members[0].candidate.rect
        var (weight, left, top, width, height) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (look, candidate) in members {
            best[look] = max(best[look], candidate.objectness)
            let share = candidate.objectness * candidate.objectness
            weight += share
            left += share * (candidate.rect.x - first.x)
            top += share * (candidate.rect.y - first.y)
            width += share * (candidate.rect.width - first.width)
            height += share * (candidate.rect.height - first.height)
        }
        let rect = Rect(
            x: first.x + left / weight, y: first.y + top / weight, width: first.width + width / weight,
            height: first.height + height / weight)
        return Candidate(rect: rect, objectness: best.reduce(0, +) / Double(looks))
    }
}
