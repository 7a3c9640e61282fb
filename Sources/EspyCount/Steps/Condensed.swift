/// The distances between all pairs of `count` things, each pair once: row by row, the upper triangle without the
/// diagonal, as `scipy.spatial.distance.pdist` lays them out.
package struct Condensed<Scalar: BinaryFloatingPoint & Sendable>: Sendable {
    package let count: Int
    /// `count * (count - 1) / 2` values.
    package var values: [Scalar]

    /// - Precondition: `values` holds one number for each pair.
    package init(count: Int, values: [Scalar]) {
        precondition(values.count == Self.pairs(count))
        self.count = count
        self.values = values
    }

    package static func pairs(_ count: Int) -> Int { count * max(count - 1, 0) / 2 }

    /// Distance of two things; 0 of a thing to itself.
    package subscript(first: Int, second: Int) -> Scalar {
        if first == second { return 0 }
        return values[Self.place(min(first, second), of: count) + max(first, second)]
    }

    /// Where row `first` would begin if it had a column 0: add the larger of two numbers to find their pair.
    static func place(_ first: Int, of count: Int) -> Int { first * (2 * count - first - 3) / 2 - 1 }
}
