/// The distances between all pairs of things, each pair twice: whole rows, so that the neighbors of one thing lie side
/// by side. 4 or 8 × `count`² bytes: 100 MB for 5,000 things in single precision.
struct SquareDistances<Scalar: BinaryFloatingPoint & Sendable>: Sendable {
    let count: Int
    /// `count * count` values, row by row.
    package var values: [Scalar]

    /// All zero.
    init(count: Int) {
        self.count = count
        values = Array(repeating: 0, count: count * count)
    }

    init(_ condensed: Condensed<Scalar>) {
        self.init(count: condensed.count)
        fill(rows: 0..<count, with: condensed.values)
        mirror()
    }

    /// Writes the pairs of some rows with all later things, as they stand in condensed order.
    mutating func fill(rows: Range<Int>, with pairs: [Scalar]) {
        var start = 0
        for row in rows {
            let size = count - 1 - row
            values.replaceSubrange((row * count + row + 1)..<((row + 1) * count), with: pairs[start..<(start + size)])
            start += size
        }
    }

    /// Makes the lower triangle equal to the upper one. In small blocks, which stay in the processor's cache.
    mutating func mirror() {
        let (count, side) = (count, 32)
        values.withUnsafeMutableBufferPointer { values in
            for top in stride(from: 0, to: count, by: side) {
                for left in stride(from: 0, through: top, by: side) {
                    for row in top..<min(top + side, count) {
                        for column in left..<max(min(left + side, row), left) {
                            values[row * count + column] = values[column * count + row]
                        }
                    }
                }
            }
        }
    }
}
