import EspyPixels
import Foundation

/// Whether what the detector counted looks right: all of it sure, of one size, and not one kind among many others.
///
/// The numbers were learned by training/seeker/soundness.py on calibration photos and drawn trays.
package struct Soundness: Sendable {
    /// What the chance rests on, in the order of ``weights``. Nothing where nothing was counted.
    private let evidence: [Double]

    private static let weights: [Double] = [5.96, -1.87, 1.56, -3.43]
    private static let bias = -4.8
    /// From this chance on the count is believed, and from the other one on its range as well. On calibration photos
    /// anything from 0.3 to 0.6 leads to as many right counts: the fewer photos are looked at twice, the sooner people
    /// have their answer.
    private static let least = 0.3
    private static let clear = 0.85
    /// Nobody can do anything with a range that says nothing.
    private static let widest = 0.3

    /// - Parameter count: of ``CountOptions/Pipeline/adaptive`` in a whole photo.
    package init(of count: Count) {
        let counted = count.detections.filter(\.main)
        let number = Double(counted.count)
        guard number > 0 else {
            evidence = []
            return
        }
        let sides = counted.map { log(max($0.rect.area, 1)) / 2 }
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
        guard !evidence.isEmpty else { return 1 }
        return 1 / (1 + exp(-zip(Self.weights, evidence).reduce(Self.bias) { $0 + $1.0 * $1.1 }))
    }

    package var isSound: Bool { chance >= Self.least }

    /// The share of a count that may be missing or too many besides what looks doubtful by itself. On calibration photos
    /// whose count is believed the truth lies in the range of 84 % with it, of 64 % without.
    package var margin: Double { min(max(Self.clear - chance, 0), Self.widest) }
}
