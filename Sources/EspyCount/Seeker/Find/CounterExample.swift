import EspyInference
import Foundation

/// Things that are not meant.
enum CounterExample {
    /// Takes away from the scores of rows where another example fits better.
    ///
    /// Where both fit, the difference of the logarithms of odds decides: what is as much like the counter-example as it
    /// is like the example is worth nothing, and what the counter-example does not fit keeps its score.
    static func weaken(_ rows: inout Tensor, by other: Tensor) {
        guard rows.shape == other.shape else { return }
        for place in stride(from: 4, to: rows.values.count, by: 5) {
            let against = logit(other.values[place])
            guard against > 0, rows.values[place] > Finder.leastScore else { continue }
            let left = min(logit(rows.values[place]), logit(rows.values[place]) - against * weight + margin)
            rows.values[place] = 1 / (1 + exp(-left))
        }
    }

    private static let weight: Float = 2
    private static let margin: Float = 1

    private static func logit(_ score: Float) -> Float { log(max(score, 1e-6) / max(1 - score, 1e-6)) }
}
