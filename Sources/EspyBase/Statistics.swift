/// Statistics of a list of numbers, as NumPy defines them.
package struct Statistics: Sendable, Equatable {
    package let mean: Double
    /// For an even number of values, the mean of the two in the middle.
    package let median: Double
    /// Population standard deviation about the mean: the divisor is the count (`numpy.std` with `ddof=0`).
    package let deviation: Double

    /// Nil for an empty list.
    package init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        self.mean = mean
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        deviation = (squares / count).squareRoot()
    }
}

/// The median; for an even number of values, the upper of the two in the middle. Nil if empty.
package func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
}
