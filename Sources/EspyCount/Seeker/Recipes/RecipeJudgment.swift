import Foundation

/// Which size to believe, and whether the things of a recipe are in a photo at all.
///
/// The numbers were learned by training/seeker/recipes.py on photos of calibration sources.
package enum RecipeJudgment {
    /// What each of ``SizeEvidence/values`` is worth.
    private static let size: [Double] = [0.28, 4.6, 8.15, 0.1, -4.48, -0.57, 4.12]
    /// The same for whether they are there, and what is added.
    private static let presence: [Double] = [-0.19, 0.7, 27.38, -1.16, -4.29, -1.24, 4.87]
    private static let presenceBias = -26.5
    /// Chances from which on it may be, from which on things are counted, and from which on that is sure.
    package static let possible = 0.15
    package static let likely = 0.4
    package static let sure = 0.8

    /// The place of the size that most speaks for.
    package static func best(of evidence: [SizeEvidence]) -> Int? {
        evidence.indices.max { worth(evidence[$0]) < worth(evidence[$1]) }
    }

    private static func worth(_ evidence: SizeEvidence) -> Double { dot(size, evidence.values) }

    /// How likely it is that any thing of the recipe is there, 0…1.
    package static func chance(of evidence: SizeEvidence) -> Double {
        1 / (1 + exp(-(dot(presence, evidence.values) + presenceBias)))
    }

    private static func dot(_ weights: [Double], _ values: [Double]) -> Double {
        zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
