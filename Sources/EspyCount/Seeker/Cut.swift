import EspyBase
import Foundation

/// The threshold on the scores of a list of finds: how many of them count, and how sure that is.
///
/// Finds count from a score of one half on; from 0.55 on where a recipe shows what is sought. A network that chose the
/// threshold by what lies above and below it was no better, neither on the photos that it had learned from nor on others
/// (docs/decisions/0065-one-fixed-threshold.md).
/// Each other threshold has a weight: how likely it is the right one.
package struct Cut: Sendable, Equatable {
    /// Ascending logits, and how likely the right threshold is each of them; the sum of these is 1.
    package private(set) var places: [Double]
    package let weights: [Double]
    /// The threshold, and what it would be if least, and if most, was counted.
    package private(set) var middle: Double
    package private(set) var strict: Double
    package private(set) var loose: Double

    /// Logits that are weighed.
    private static let all = (-16...24).map { Double($0) / 10 }
    /// The usual threshold of a recipe: on calibration pairs and drawn kinds better than one half.
    static let ofRecipes = 0.2
    /// How far the right threshold lies above and below the usual one: half of a normal distribution each way. Between the
    /// quantiles of ``tail`` and one less it lies for 92% of the calibration taps.
    private static let (above, below) = (0.92, 0.78)
    private static let tail = 0.05
    /// How often a find of each logit was right on calibration taps: the slope and the offset of the logistic function.
    private static let (slope, offset) = (2.3, -1.2)

    /// - Parameters:
    ///   - finds: the best first.
    ///   - usual: the logit that the threshold has where nothing speaks against it.
    ///   - uniformity: of what is sought. Nil: nothing is known of it.
    package init(_ finds: [SeekerFind], usual: Double = 0, uniformity: Uniformity? = nil) {
        let logits = finds.map(\.logit)
        let raw = Self.all.map { place in
            let deviation = place > usual ? Self.above : Self.below
            let distance = (place - usual) / deviation
            let unevenness = uniformity?.unevenness(logits, above: place) ?? 0
            return exp(-distance * distance / 2 - unevenness) / deviation
        }
        let sum = raw.reduce(0, +)
        (places, weights) = (Self.all, raw.map { $0 / sum })
        middle = Self.quantile(0.5, places, weights)
        strict = max(Self.quantile(Self.tail, places, weights), middle)
        loose = min(Self.quantile(1 - Self.tail, places, weights), middle)
    }

    /// What photos of the same things say of the middle, against what this one does; chosen on pairs of calibration
    /// sources (`countbench.lessons`).
    private static let trust = 0.75

    /// The same around another middle, nearer to where photos of the same things had to be cut.
    package func moved(towards place: Double) -> Cut {
        let step = Self.trust * (place - middle)
        var moved = self
        moved.places = places.map { $0 + step }
        (moved.middle, moved.strict, moved.loose) = (middle + step, strict + step, loose + step)
        return moved
    }

    /// The place at which so much of the weight of all that counts fewer things, and of itself, has come together.
    private static func quantile(_ share: Double, _ places: [Double], _ weights: [Double]) -> Double {
        var sum = 0.0
        for (place, weight) in zip(places, weights).reversed() {
            sum += weight
            if sum >= share { return place }
        }
        return places.first ?? 0
    }

    /// How likely it is that a find is right, 0…1.
    ///
    /// - Parameter shift: by how much a person has moved the threshold.
    package func chance(of find: SeekerFind, shift: Double = 0) -> Double {
        1 / (1 + exp(-(Self.slope * (find.logit - middle - shift) + Self.offset)))
    }

    /// How many of some finds are above a cut, the best of which come first.
    package func count(_ finds: [SeekerFind], above place: Double) -> Int {
        finds.map(\.logit).partitioningCount { $0 > place }
    }

    /// The likeliest other answer: another place to cut that counts over a tenth more or fewer things, and how likely
    /// it is against the likeliest one.
    package func other(for finds: [SeekerFind]) -> (place: Double, chance: Double)? {
        let own = count(finds, above: middle)
        var groups: [(count: Int, place: Double, best: Double, weight: Double)] = []
        for (place, weight) in zip(places, weights) {
            let number = count(finds, above: place)
            let isSame = { (other: Int) in abs(other - number) * 10 <= max(other, number) }
            if isSame(own) || number == 0 { continue }
            if let index = groups.firstIndex(where: { isSame($0.count) }) {
                groups[index].weight += weight
                if weight > groups[index].best { (groups[index].place, groups[index].best) = (place, weight) }
            } else {
                groups.append((number, place, weight, weight))
            }
        }
        guard let best = groups.max(by: { $0.weight < $1.weight }) else { return nil }
        return (best.place, best.weight)
    }
}

extension Array where Element == Double {
    /// How many of the first fulfill a condition that, once broken, stays so.
    func partitioningCount(_ condition: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
