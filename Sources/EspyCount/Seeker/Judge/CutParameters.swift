import Foundation

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
