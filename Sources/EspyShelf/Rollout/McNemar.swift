import Foundation

/// Whether two methods that judged the same things differ more than chance explains.
///
/// McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
/// Psychometrika 12 (1947). Only the things that one of them got right tell anything: without a difference, each goes
/// to either with the same chance.
public struct McNemar: Sendable, Equatable, Codable {
    /// Things that only the first method got right.
    public let onlyFirst: Int
    /// Things that only the second method got right.
    public let onlySecond: Int
    /// Chance of a difference at least as large, in either direction, if there were none.
    public let p: Double
    /// From the binomial distribution; otherwise from chi-squared with a correction for continuity.
    public let isExact: Bool

    /// More pairs than this, and chi-squared is the same to all digits that matter.
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
        // Each term from the one before, as a logarithm: 2^-1000 would be as good as nothing.
        var term = -Double(count) * log(2)
        for index in 0...min(b, c) {
            tail += exp(term)
            term += log(Double(count - index)) - log(Double(index + 1))
        }
        return min(1, 2 * tail)
    }

    /// (|b - c| - 1)² / (b + c), by chi-squared with one degree of freedom (Edwards, Psychometrika 13, 1948).
    package static func corrected(_ b: Int, _ c: Int) -> Double {
        let difference = max(0, abs(Double(b) - Double(c)) - 1)
        return erfc((difference * difference / Double(b + c) / 2).squareRoot())
    }
}
