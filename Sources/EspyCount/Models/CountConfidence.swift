import CMath
package import EspyBase
import EspyPixels

/// Judges whether a count of the detector looks right: all things certain, of one size, and not one kind among many
/// others.
///
/// The weights of these signs were learned by training/seeker/soundness.py on calibration photos and rendered trays.
package struct CountConfidence: Sendable {
    /// The learned parameters.
    package struct Weights: Sendable {
        /// Weights of the least score, the doubt, the share of all detections, and the spread of sizes.
        package let weights: [Double]
        package let bias: Double

        package init(weights: [Double], bias: Double) { (self.weights, self.bias) = (weights, bias) }

        package var isWhole: Bool { weights.count == 4 }
    }

    private let weights: Weights?
    /// The values of the signs, in the order of the weights. Empty if nothing was counted.
    private let evidence: [Double]
    private let number: Double

    /// The count is believed from this chance on. On calibration photos 0.6 would give a few more right counts, but
    /// fewer recounts mean faster answers, and rendered trays count just as well.
    private static let least = 0.4
    /// For counts up to the first number, the chance that is needed: photos in which the detector sees only one or two
    /// of many things are more frequent than photos of one or two things.
    private static let (few, leastOfFew) = (2.0, 0.6)
    /// Among the calibration photos in which the detector sees nothing, all 11 with things have at least this mean
    /// score, and so do 10 of the 19 without; an empty tray has less.
    static let leastOfOverlooked = 0.65
    /// The range is also believed from this chance on.
    private static let clear = 0.8
    /// The largest margin. A wider range would be useless.
    private static let widest = 0.3

    /// - Parameters:
    ///   - count: of ``CountOptions/Pipeline/adaptive`` in a whole photo.
    ///   - weights: nil: nothing was learned, and every count is believed.
    package init(of count: Count, by weights: Weights?) {
        self.weights = weights
        let counted = count.detections.filter { $0.main }
        number = Double(counted.count)
        guard number > 0 else {
            evidence = []
            return
        }
        let sides = counted.map { log(max($0.rect.area, 1)) / 2 }
        let number = number
        let mean = sides.reduce(0, +) / number
        evidence = [
            // The score that nine in ten reach.
            counted.map { $0.confidence }.sorted()[counted.count / 10],
            counted.reduce(0) { $0 + $1.doubt } / number,
            number / Double(count.detections.count),
            (sides.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / number).squareRoot(),
        ]
    }

    /// The chance that the count is right within a tenth, 0…1. An empty count is believed.
    package var chance: Double {
        guard let weights, !evidence.isEmpty else { return 1 }
        return 1 / (1 + exp(-zip(weights.weights, evidence).reduce(weights.bias) { $0 + $1.0 * $1.1 }))
    }

    /// Whether nothing was counted.
    var isOfNothing: Bool { evidence.isEmpty }

    package var isSound: Bool { chance >= (number <= Self.few ? Self.leastOfFew : Self.least) }

    /// The share of a count that may be missing or in excess, beyond the doubtful things. With it, the truth is within
    /// the range for 91% of the calibration photos whose count is believed.
    var margin: Double { min(max(Self.clear - chance, 0), Self.widest) }
}

extension CountConfidence.Weights: JSONConvertible {
    package var json: JSONValue { JSONValue(["weights": weights.json, "bias": bias.json]) }

    package init(json: JSONValue) throws(JSONError) {
        self.init(weights: try json.value("weights"), bias: try json.value("bias"))
    }
}
