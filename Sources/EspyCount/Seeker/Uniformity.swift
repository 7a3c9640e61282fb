import CMath
import EspyBase

/// How similar things of one kind are to each other, and what follows for finds that look different.
///
/// Coins and tablets all look the same: a find that looks less like the examples than the most certain finds do is
/// something else of the same shape. Cells, berries and heads of people differ among themselves, so nothing follows.
/// The numbers were chosen with rendered kinds and photos from calibration sources; see docs/decisions/0044-recipes.md.
package struct Uniformity: Sendable {
    /// From 0 if things differ among themselves, to 1 if they are the same.
    package let value: Double
    /// The usual similarity of the most certain finds to the examples; 0 if there are none.
    private let usual: Double

    /// The range of the usual similarity of the most certain finds over which it grows: to examples of a recipe, and to
    /// examples in the photo itself, which are always more similar.
    package static let (ofRecipes, ofExamples) = (0.95...0.98, 0.98...0.99)
    /// The reduction of a find's logit for each unit of its logarithm of dissimilarity beyond the free part.
    private static let weight = 2.0
    private static let free = 1.0
    /// Smaller values are treated as this one.
    private static let leastUnlikeness = 0.005
    /// The penalty of a cut for each unit of spread of the logits above it, and the spread if nothing is above it.
    private static let spreadWeight = 1.0
    private static let spreadOfNothing = 1.2

    /// - Parameters:
    ///   - likeness: of the ``surest(of:)`` finds to the examples: cosines.
    ///   - range: ``ofRecipes`` or ``ofExamples``.
    package init(_ likeness: [Double], within range: ClosedRange<Double>) {
        usual = Statistics(likeness)?.median ?? 0
        let (low, high) = (range.lowerBound, range.upperBound)
        value = min(max((usual - low) / (high - low), 0), 1)
    }

    /// Lowers the score of finds the less they look like the most certain ones, keeping their order.
    ///
    /// - Parameter likeness: of each find to the examples.
    package func weakened(_ finds: [SeekerFind], likeness: [Double]) -> [SeekerFind] {
        let least = max(1 - usual, Self.leastUnlikeness)
        return zip(finds, likeness).map { find, like in
            let unlikeness = log(max(1 - like, 1e-6) / least)
            let logit = find.logit - value * Self.weight * max(0, unlikeness - Self.free)
            return SeekerFind(box: find.box, score: 1 / (1 + exp(-logit)))
        }
    }

    /// The penalty of a cut for the spread of the scores above it: equal things have about the same score.
    ///
    /// - Parameter logits: of all finds, falling.
    func unevenness(_ logits: [Double], above cut: Double) -> Double {
        guard value > 0 else { return 0 }
        let taken = Array(logits.prefix(logits.partitioningCount { $0 > cut }))
        let spread = Statistics(taken)?.deviation ?? Self.spreadOfNothing
        return value * Self.spreadWeight * spread
    }

    /// The finds with good scores that are also nearly as good as the best tenth; always at least the best one.
    static func surest(of finds: [SeekerFind]) -> ArraySlice<SeekerFind> {
        guard !finds.isEmpty else { return [] }
        let least = max(0.5, 0.8 * finds[finds.count / 10].score)
        return finds.prefix(max(finds.prefix { $0.score >= least }.count, 1))
    }
}
