import Foundation

/// A difference of two proportions with its 95% confidence interval.
public struct DifferenceInterval: Sendable, Equatable, Codable {
    public let difference: Double
    public let low: Double
    public let high: Double

    package init(difference: Double, low: Double, high: Double) {
        self.difference = difference
        self.low = low
        self.high = high
    }
}

extension DifferenceInterval {
    /// First minus second proportion, for methods that judged the same things: the square-and-add interval with a
    /// corrected correlation, method 10 of Newcombe, "Improved confidence intervals for the difference between binomial
    /// proportions based on paired data", Statistics in Medicine 17 (1998).
    ///
    /// Assumes that the things are independent of each other.
    /// - Returns: nil when there are no things.
    public static func newcombe(
        both: Int, onlyFirst: Int, onlySecond: Int, neither: Int
    ) -> DifferenceInterval? {
        let count = Double(both + onlyFirst + onlySecond + neither)
        guard count > 0 else { return nil }
        let first = Double(both + onlyFirst)
        let second = Double(both + onlySecond)
        let (p, q) = (first / count, second / count)
        let (a, b) = (wilson(first, of: count), wilson(second, of: count))
        let spread = first * (count - first) * second * (count - second)
        var agreement = Double(both) * Double(neither) - Double(onlyFirst) * Double(onlySecond)
        if agreement > 0 { agreement = max(agreement - count / 2, 0) }
        let phi = spread > 0 ? agreement / spread.squareRoot() : 0
        func reach(_ x: Double, _ y: Double) -> Double { max(0, x * x - 2 * phi * x * y + y * y).squareRoot() }
        return DifferenceInterval(
            difference: p - q, low: p - q - reach(p - a.low, b.high - q), high: p - q + reach(a.high - p, q - b.low))
    }

    /// The score interval of a proportion: Wilson, Journal of the American Statistical Association 22 (1927).
    static func wilson(_ hits: Double, of count: Double) -> (low: Double, high: Double) {
        let z = normal975
        let (p, square) = (hits / count, z * z / count)
        let center = p + square / 2
        let reach = z * (p * (1 - p) / count + square / (4 * count)).squareRoot()
        return ((center - reach) / (1 + square), (center + reach) / (1 + square))
    }

    /// The 97.5% quantile of the normal distribution.
    static let normal975 = 1.959_963_984_540_054
}

/// Tests whether two methods that judged the same things differ by more than chance.
///
/// McNemar, "Note on the sampling error of the difference between correlated proportions or percentages", Psychometrika
/// 12 (1947). Only things that exactly one of them got right are informative: if the methods do not differ, each is
/// equally likely to be either's.
public struct McNemar: Sendable, Equatable, Codable {
    /// Things that only the first method got right.
    public let onlyFirst: Int
    /// Things that only the second method got right.
    public let onlySecond: Int
    /// Probability of a difference at least as large, in either direction, if the methods do not differ.
    public let p: Double
    /// Whether it is from the binomial distribution; otherwise from chi-squared with a continuity correction.
    public let isExact: Bool

    /// For more pairs, chi-squared agrees to all relevant digits.
    static let mostExact = 1_000

    public init(onlyFirst: Int, onlySecond: Int) {
        self.onlyFirst = onlyFirst
        self.onlySecond = onlySecond
        isExact = onlyFirst + onlySecond <= Self.mostExact
        p = isExact ? Self.exact(onlyFirst, onlySecond) : Self.corrected(onlyFirst, onlySecond)
    }

    /// Twice the tail of Binomial(b + c, 1/2) at the smaller of the two.
    package static func exact(_ b: Int, _ c: Int) -> Double {
        let count = b + c
        var tail = 0.0
        // Each term from the previous one, as a logarithm: 2^-1000 would underflow.
        var term = -Double(count) * log(2)
        for index in 0...min(b, c) {
            tail += exp(term)
            term += log(Double(count - index)) - log(Double(index + 1))
        }
        return min(1, 2 * tail)
    }

    /// (|b - c| - 1)² / (b + c), from chi-squared with one degree of freedom (Edwards, Psychometrika 13, 1948).
    package static func corrected(_ b: Int, _ c: Int) -> Double {
        let difference = max(0, abs(Double(b) - Double(c)) - 1)
        return erfc((difference * difference / Double(b + c) / 2).squareRoot())
    }
}

/// Confidence intervals from resampling whole frames with replacement: books on one shelf are not independent of each
/// other, frames nearly are.
///
/// The percentile interval of Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
package struct FrameBootstrap {
    let resamples: Int
    let seed: UInt64

    /// - Parameter difference: over the frames at these indexes; nil where it is undefined.
    /// - Returns: nil when it is undefined for all frames, or there are none.
    func interval(frames: Int, _ difference: ([Int]) -> Double?) -> DifferenceInterval? {
        guard frames > 0, let whole = difference(Array(0..<frames)) else { return nil }
        var random = SplitMix64(state: seed)
        var values: [Double] = []
        for _ in 0..<resamples {
            let drawn = (0..<frames).map { _ in Int(random.next() % UInt64(frames)) }
            if let value = difference(drawn) { values.append(value) }
        }
        values.sort()
        guard !values.isEmpty else { return nil }
        return DifferenceInterval(
            difference: whole, low: Self.quantile(0.025, of: values), high: Self.quantile(0.975, of: values))
    }

    /// Interpolates between the two nearest values (definition 7 of Hyndman and Fan, 1996).
    package static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        let place = share * Double(sorted.count - 1)
        let index = min(Int(place), sorted.count - 1)
        let next = min(index + 1, sorted.count - 1)
        return sorted[index] + (place - Double(index)) * (sorted[next] - sorted[index])
    }
}

/// A randomization test over frames: if two detectors were equally good, it would not matter which of them gave which
/// result of a frame (Fisher, "The Design of Experiments", 1935).
package struct FrameExchange {
    private static let samples = 10_000
    let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// - Parameter difference: with the detectors exchanged in the frames that say so; nil where it is undefined.
    /// - Returns: the share of exchanges with a difference at least as large, in either direction. The observed one counts as
    ///   one of them, so it is never 0. Nil when the difference is undefined, or there are no frames.
    package func chance(frames: Int, _ difference: ([Bool]) -> Double?) -> Double? {
        guard frames > 0, let whole = difference([Bool](repeating: false, count: frames)) else { return nil }
        var random = SplitMix64(state: seed)
        var (large, all) = (1, 1)
        for _ in 0..<Self.samples {
            guard let value = difference((0..<frames).map { _ in random.next() & 1 == 1 }) else { continue }
            all += 1
            if abs(value) >= abs(whole) - 1e-12 { large += 1 }
        }
        return Double(large) / Double(all)
    }
}

/// A generator that gives the same numbers everywhere: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (2014).
package struct SplitMix64 {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
