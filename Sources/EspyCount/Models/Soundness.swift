import EspyPixels
import Foundation

/// Whether what the detector counted looks right: all of it sure, of one size, and not one kind among many others.
///
/// How much each sign of it weighs, training/seeker/soundness.py learned on calibration photos and drawn trays.
package struct Soundness: Sendable {
    /// What was learned.
    package struct Weights: Sendable, Codable {
        /// Of the least score, the doubt, the share of all that was seen, and the spread of sizes.
        package let weights: [Double]
        package let bias: Double

        package init(weights: [Double], bias: Double) { (self.weights, self.bias) = (weights, bias) }

        var isWhole: Bool { weights.count == 4 }
    }

    private let weights: Weights?
    /// What the chance rests on, in the order of the weights. Nothing where nothing was counted.
    private let evidence: [Double]
    private let number: Double

    /// From this chance on the count is believed. On calibration photos 0.6 would lead to a few more right counts; the
    /// fewer photos are looked at twice, the sooner people have their answer, and drawn trays are counted as well.
    private static let least = 0.4
    /// Photos of many things of which the detector sees one or two are more frequent than photos of one or two.
    private static let (few, leastOfFew) = (2.0, 0.6)
    /// Of calibration photos in which the detector sees nothing, all 11 with things have this mean score at least, and 10
    /// of the 19 without; an empty tray has less.
    static let leastOfOverlooked = 0.65
    /// From this chance on its range is believed as well.
    private static let clear = 0.8
    /// Nobody can do anything with a range that says nothing.
    private static let widest = 0.3

    /// - Parameters:
    ///   - count: of ``CountOptions/Pipeline/adaptive`` in a whole photo.
    ///   - weights: nil: nothing was learned, and every count is believed.
    package init(of count: Count, by weights: Weights?) {
        self.weights = weights
        let counted = count.detections.filter(\.main)
        number = Double(counted.count)
        guard number > 0 else {
            evidence = []
            return
        }
        let sides = counted.map { log(max($0.rect.area, 1)) / 2 }
        let number = number
        let mean = sides.reduce(0, +) / number
        evidence = [
            // The score that nine of ten have.
            counted.map(\.confidence).sorted()[counted.count / 10],
            counted.reduce(0) { $0 + $1.doubt } / number,
            number / Double(count.detections.count),
            (sides.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / number).squareRoot(),
        ]
    }

    /// How likely it is that the count is right within a tenth, 0…1. That there is nothing is believed.
    package var chance: Double {
        guard let weights, !evidence.isEmpty else { return 1 }
        return 1 / (1 + exp(-zip(weights.weights, evidence).reduce(weights.bias) { $0 + $1.0 * $1.1 }))
    }

    /// Whether nothing was counted.
    var isOfNothing: Bool { evidence.isEmpty }

    package var isSound: Bool { chance >= (number <= Self.few ? Self.leastOfFew : Self.least) }

    /// The share of a count that may be missing or too many besides what looks doubtful by itself. On calibration photos
    /// whose count is believed the truth lies in the range of 91 % with it.
    var margin: Double { min(max(Self.clear - chance, 0), Self.widest) }
}
