import CMath
import EspyBase
import EspyPixels

/// The result of a recipe in one photo.
struct RecipeMatch: Sendable {
    let explanation: Explanation
    /// The chance that there is a thing of the recipe, 0…1.
    let chance: Double
}

/// Weights that decide which size to believe, and whether the things of a recipe are in a photo at all.
///
/// They were learned by training/seeker/recipes.py on photos from calibration sources.
struct RecipeJudgment: Sendable {
    /// The weight of each of ``SizeEvidence/values`` for a size.
    let size: [Double]
    /// The weights for presence, and their bias.
    let presence: [Double]
    let bias: Double

    /// Without learned weights.
    static let plain = RecipeJudgment(size: [1, 0, 0, 0, 0, 0, 0], presence: [], bias: .infinity)

    /// The chances from which things are possible, are counted, and are certain.
    static let possible = 0.15
    static let likely = 0.4
    static let sure = 0.8

    var isWhole: Bool { size.count == SizeEvidence.count && presence.count == SizeEvidence.count }

    /// Index of the size with the most support.
    func best(of evidence: [SizeEvidence]) -> Int? {
        evidence.indices.max { worth(evidence[$0]) < worth(evidence[$1]) }
    }

    private func worth(_ evidence: SizeEvidence) -> Double { Self.dot(size, evidence.values) }

    /// The chance that any thing of the recipe is there, 0…1.
    func chance(of evidence: SizeEvidence) -> Double {
        1 / (1 + exp(-(Self.dot(presence, evidence.values) + bias)))
    }

    private static func dot(_ weights: [Double], _ values: [Double]) -> Double {
        zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
    }
}

/// Evidence that things have a certain size in a photo: the finds of a single pass.
package struct SizeEvidence: Sendable {
    /// Side of a thing in pixels of the photo.
    package let side: Double
    /// The total of the finds, the mean score and similarity of the most certain, the spread of their sizes, and the
    /// distances of their size from this one and of this one from the expected, and the best score.
    package let values: [Double]
    /// The size that the finds suggest: the logarithm of its ratio to this size.
    let correction: Double

    static let count = 7
    /// The score from which finds are clear.
    private static let clear = 0.5
    private static let few = 5

    /// - Parameters:
    ///   - finds: of one pass, the best first.
    ///   - likeness: of the first few finds to the examples.
    ///   - expected: the expected side of a thing.
    init(_ finds: [SeekerFind], likeness: [Double], side: Double, expected: Double) {
        self.side = side
        let clear = finds.prefix { $0.score > Self.clear }
        let surest = finds.prefix(Self.few)
        let sizes = (clear.isEmpty ? surest.prefix(1) : clear).map { log(SeekerScale.side(of: $0.box) / side) }
        let measured = Statistics(sizes)
        correction = measured?.median ?? 0
        let sum = clear.reduce(0) { $0 + $1.score }
        values = [
            log(1 + sum), surest.isEmpty ? 0 : surest.reduce(0) { $0 + $1.score } / Double(surest.count),
            likeness.isEmpty ? 0 : likeness.reduce(0, +) / Double(likeness.count), measured?.deviation ?? 0,
            abs(measured?.median ?? 0), abs(log(side / expected)), finds.first?.score ?? 0,
        ]
    }

    /// The number of finds to describe.
    static var looked: Int { few }
}

/// The networks' features of the examples of a recipe.
struct RecipeFeatures: Sendable {
    let like: [ExampleFeatures]
    let unlike: [ExampleFeatures]
    /// The mean of the examples, at length 1.
    let likeness: [Float]
    /// Side of the things divided by the long side of their photos: the median of all examples.
    let share: Double
}

extension RecipeJudgment: JSONConvertible {
    var json: JSONValue { JSONValue(["size": size.json, "presence": presence.json, "bias": bias.json]) }

    init(json: JSONValue) throws(JSONError) {
        self.init(
            size: try json.value("size"), presence: try json.value("presence"), bias: try json.value("bias"))
    }
}
