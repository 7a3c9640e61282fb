import EspyBase
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

/// What was learned about where to cut.
package struct CutParameters: Sendable, Codable, Equatable {
    /// Ascending logits at which the list of finds may be cut.
    package let cuts: [Double]
    package let center: [Double]
    package let scale: [Double]
    package let layers: [SmallNet.Layer]
    package let range: Range
    package let probability: Probability

    /// Quantiles between which the range lies, and by which share it is widened then.
    package struct Range: Sendable, Codable, Equatable {
        package let low: Double
        package let high: Double
        package let spread: Double

        package init(low: Double, high: Double, spread: Double) {
            (self.low, self.high, self.spread) = (low, high, spread)
        }
    }

    /// A line on the scale of logits, after which a chance is as often right as it says.
    package struct Probability: Sendable, Codable, Equatable {
        package let a: Double
        package let b: Double

        package init(a: Double, b: Double) { (self.a, self.b) = (a, b) }
    }

    var net: SmallNet { SmallNet(center: center, scale: scale, layers: layers) }

    var isWhole: Bool {
        (1...200).contains(cuts.count) && zip(cuts, cuts.dropFirst()).allSatisfy(<)
            && net.isWhole(inputs: CutFeatures.count)
    }

    /// - Parameter likeness: of each find to the examples.
    func cut(
        _ finds: [SeekerFind], likeness: [Double], width: Int, height: Int, uniformity: Uniformity = .none
    ) -> Cut {
        let features = FindFeatures(finds, likeness: likeness, width: width, height: height)
        let net = net
        let worth = cuts.map { cut in
            net.value(CutFeatures.values(features, at: cut)) - uniformity.unevenness(features.logits, above: cut)
        }
        let weights = SmallNet.softmax(worth)
        return Cut(finds: finds, places: cuts, weights: weights, range: range, probability: probability)
    }
}

/// What tells a good cut through a list of finds from a bad one: what lies just above it and just below.
private enum CutFeatures {
    static let count = 20
    /// What lies below within this counts as just below.
    private static let below = 1.2
    private static let above = 0.6
    private static let mostGap = 2.0

    static func values(_ finds: FindFeatures, at cut: Double) -> [Double] {
        // Finds fall in score, so that both parts are ranges.
        let taken = finds.logits.partitioningCount { $0 > cut }
        let over = 0..<taken
        let under = taken..<max(finds.logits.partitioningCount { $0 > cut - below }, taken)
        let near = finds.logits.partitioningCount { $0 >= cut + above }
        let up = taken == 0 ? mostGap : min(mostGap, finds.logits[taken - 1] - cut)
        let down = taken == finds.logits.count ? mostGap : min(mostGap, cut - finds.logits[taken])
        let number = Double(max(taken, 1))
        let likeness = (mean(finds.likeness[over]) * 10, mean(finds.likeness[under]) * 10)
        let size = (mean(finds.size[over]), mean(finds.size[under]))
        let aspect = (mean(finds.aspect[over]), mean(finds.aspect[under]))
        return [
            cut, up, down, min(mostGap, up + down), log(Double(1 + taken)), Double(under.count) / number,
            Double(taken - min(near, taken)) / number, likeness.0, likeness.1, likeness.0 - likeness.1, size.0,
            size.1 - size.0, aspect.1 - aspect.0, mean(finds.overlap[over]) * 3, mean(finds.overlap[under]) * 3,
            under.isEmpty ? 0 : Double(under.count { finds.isCut[$0] }) / Double(under.count),
            taken == 0 ? 0 : mean(finds.logits[over]) - finds.surestLogit,
            taken < 2 ? 0 : (Statistics(Array(finds.likeness[over]))?.deviation ?? 0) * 10,
            taken == 0 ? 0 : finds.logits[0] - cut, finds.surestLogit - cut,
        ]
    }

    private static func mean(_ values: ArraySlice<Double>) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
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
