import EspyBase
import Foundation

/// How much things are the same, and what follows for finds that look different.
///
/// Coins and tablets look all the same: what looks less like the examples than the surest finds do is something else,
/// which only has their form. Cells, berries and heads of people differ among themselves, and nothing follows. The
/// numbers were chosen with drawn kinds and photos of calibration sources, as docs/decisions/0044-recipes.md tells.
package struct Uniformity: Sendable {
    /// 0 where things differ among themselves, 1 where they are the same.
    package let value: Double

    /// Usual likeness of the surest finds to the examples of a recipe, between which it grows; and to examples in the
    /// photo itself, which are always more alike.
    package static let (ofRecipes, ofExamples) = (0.95...0.98, 0.98...0.99)
    /// Each logarithm of unlikeness, beyond the first part, takes so much of the logit of a find.
    private static let weight = 2.0
    private static let free = 1.0
    /// Less is not measured.
    private static let leastUnlikeness = 0.005
    /// What a cut loses for each unit that the logits above it spread, and for having nothing above it.
    private static let spreadWeight = 1.0
    private static let spreadOfNothing = 1.2

    /// - Parameters:
    ///   - finds: the best first.
    ///   - likeness: of each to the examples, of the ``surest(of:)`` at least: a cosine.
    ///   - range: ``ofRecipes`` or ``ofExamples``.
    package init(_ finds: [SeekerFind], likeness: [Double], within range: ClosedRange<Double>) {
        let usual = Self.usual(finds, likeness)
        let (low, high) = (range.lowerBound, range.upperBound)
        value = min(max((usual - low) / (high - low), 0), 1)
    }

    /// The finds with less score the less they look like the surest, in their old order.
    package func weakened(_ finds: [SeekerFind], likeness: [Double]) -> [SeekerFind] {
        let usual = max(1 - Self.usual(finds, likeness), Self.leastUnlikeness)
        return zip(finds, likeness).map { find, like in
            let unlikeness = log(max(1 - like, 1e-6) / usual)
            let logit = find.logit - value * Self.weight * max(0, unlikeness - Self.free)
            return SeekerFind(box: find.box, score: 1 / (1 + exp(-logit)))
        }
    }

    /// What a cut is worth less for what is above it: the same things have about the same score.
    ///
    /// - Parameter logits: of all finds, falling.
    func unevenness(_ logits: [Double], above cut: Double) -> Double {
        guard value > 0 else { return 0 }
        let taken = Array(logits.prefix(logits.partitioningCount { $0 > cut }))
        let spread = Statistics(taken)?.deviation ?? Self.spreadOfNothing
        return value * Self.spreadWeight * spread
    }

    private static func usual(_ finds: [SeekerFind], _ likeness: [Double]) -> Double {
        Statistics(Array(likeness.prefix(surest(of: finds).count)))?.median ?? 0
    }

    /// The finds that are sure in themselves, and nearly as sure as the best tenth; the best one at least.
    static func surest(of finds: [SeekerFind]) -> ArraySlice<SeekerFind> {
        guard !finds.isEmpty else { return [] }
        let least = max(0.5, 0.8 * finds[finds.count / 10].score)
        return finds.prefix(max(finds.prefix { $0.score >= least }.count, 1))
    }
}
