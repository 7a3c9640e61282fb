/// The largest of any run of numbers in constant time (a sparse table).
package struct RangeMaximum: Sendable {
    package let values: [Float]
    /// At level n, the place of the largest of the 2ⁿ numbers from each place on.
    private let levels: [[Int]]

    package init(_ values: [Float]) {
        self.values = values
        var levels = [Array(values.indices)]
        var span = 1
        while 2 * span <= values.count {
            let last = levels[levels.count - 1]
            levels.append((0...values.count - 2 * span).map { Self.larger(values, last[$0], last[$0 + span]) })
            span *= 2
        }
        self.levels = levels
    }

    /// The largest and the second largest; 0 where there is none.
    package func two(_ range: Range<Int>) -> (Float, Float) {
        guard let top = place(range) else { return (0, 0) }
        let rest = [place(range.lowerBound..<top), place(top + 1..<range.upperBound)].compactMap(\.self)
        return (values[top], rest.map { values[$0] }.max() ?? 0)
    }

    private func place(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        let level = Int.bitWidth - 1 - range.count.leadingZeroBitCount
        return Self.larger(values, levels[level][range.lowerBound], levels[level][range.upperBound - 1 << level])
    }

    private static func larger(_ values: [Float], _ one: Int, _ other: Int) -> Int {
        values[other] > values[one] ? other : one
    }
}
