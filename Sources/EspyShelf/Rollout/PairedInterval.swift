/// A difference of two shares with its 95 % confidence interval.
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
    /// First share less second, for methods that judged the same things: the square-and-add interval with a corrected
    /// correlation, method 10 of Newcombe, "Improved confidence intervals for the difference between binomial
    /// proportions based on paired data", Statistics in Medicine 17 (1998).
    ///
    /// It takes the things to be independent of each other.
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

    /// The score interval of a share: Wilson, Journal of the American Statistical Association 22 (1927).
    static func wilson(_ hits: Double, of count: Double) -> (low: Double, high: Double) {
        let z = normal975
        let (p, square) = (hits / count, z * z / count)
        let center = p + square / 2
        let reach = z * (p * (1 - p) / count + square / (4 * count)).squareRoot()
        return ((center - reach) / (1 + square), (center + reach) / (1 + square))
    }

    /// 97.5 % of a normal distribution lies below.
    static let normal975 = 1.959_963_984_540_054
}
