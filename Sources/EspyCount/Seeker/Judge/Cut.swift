import Foundation

/// Where a list of finds is cut: how many of them count, and how sure that is.
///
/// Of several places for a cut it is known how likely each is. The chance of a find is how likely the cut lies below it.
package struct Cut: Sendable, Equatable {
    /// Ascending logits, and how likely the cut lies at each; the sum of these is 1.
    package private(set) var places: [Double]
    package let weights: [Double]
    /// Where the finds are cut, and where they would be if most, and if least, was counted.
    package private(set) var middle: Double
    package private(set) var strict: Double
    package private(set) var loose: Double
    /// The range is widened by this share.
    package let spread: Double
    private let probability: CutParameters.Probability

    package init(
        finds: [SeekerFind], places: [Double], weights: [Double], range: CutParameters.Range,
        probability: CutParameters.Probability
    ) {
        self.places = places
        self.weights = weights
        self.probability = probability
        spread = range.spread
        middle = Self.quantile(0.5, places, weights)
        strict = max(Self.quantile(range.low, places, weights), middle)
        loose = min(Self.quantile(range.high, places, weights), middle)
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

    /// How likely it is that a find counts, 0…1.
    ///
    /// - Parameter shift: by how much a person has moved the cut.
    package func chance(of find: SeekerFind, shift: Double = 0) -> Double {
        let logit = find.logit - shift
        let raw = zip(places, weights).reduce(0) { $1.0 < logit ? $0 + $1.1 : $0 }
        let held = min(max(raw, 0.001), 0.999)
        return 1 / (1 + exp(-(probability.a * log(held / (1 - held)) + probability.b)))
    }

    /// How many of some finds are above a cut, the best of which come first.
    func count(_ finds: [SeekerFind], above place: Double) -> Int {
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
