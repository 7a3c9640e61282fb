import EspyBase

/// Distances between directions: 1 minus the cosine of the angle, from 0 (equal) to 2 (opposite).
package enum CosineDistances {
    /// Matches `scipy.spatial.distance.pdist(metric="cosine")` exactly: everything in double precision, the products of
    /// each pair summed in order, cosines clipped to ±1.
    ///
    /// A vector of length 0, which has no direction, is at a right angle to all others. For a few hundred vectors; use
    /// ``fast(_:)`` for more. Returns nil if the task was canceled.
    package static func exact(_ vectors: [[Float]]) -> Condensed<Double>? {
        let columns = Columns(vectors)
        let norms = (0..<vectors.count).map { columns.products(of: $0, from: $0)[0].squareRoot() }
        var values: [Double] = []
        values.reserveCapacity(Condensed<Double>.pairs(vectors.count))
        for first in vectors.indices.dropLast() {
            if Task.isCancelled { return nil }
            for (offset, product) in columns.products(of: first, from: first + 1).enumerated() {
                let norm = norms[first] * norms[first + 1 + offset]
                values.append(1 - (norm > 0 ? min(max(product / norm, -1), 1) : 0))
            }
        }
        return Condensed(count: vectors.count, values: values)
    }

    /// Vectors side by side, one dimension after the other: the sums of many pairs grow together, each in its own
    /// order.
    private struct Columns {
        let count: Int
        let dimensions: Int
        let values: [Double]

        init(_ vectors: [[Float]]) {
            count = vectors.count
            dimensions = vectors.map { $0.count }.max() ?? 0
            var values = [Double](repeating: 0, count: count * dimensions)
            for (column, vector) in vectors.enumerated() {
                for (dimension, value) in vector.enumerated() { values[dimension * count + column] = Double(value) }
            }
            self.values = values
        }

        /// Dot products of one vector with all from `start` on.
        func products(of vector: Int, from start: Int) -> [Double] {
            [Double](unsafeUninitializedCapacity: count - start) { sums, initialized in
                values.withUnsafeBufferPointer { values in
                    sums.initialize(repeating: 0)
                    for dimension in 0..<dimensions {
                        let row = dimension * count
                        let factor = values[row + vector]
                        for index in 0..<(count - start) { sums[index] += factor * values[row + start + index] }
                    }
                }
                initialized = count - start
            }
        }
    }

    /// Computes in single precision, for vectors of length 1 and the same dimension.
    ///
    /// Rows are divided among the cores. Returns nil if the task was canceled.
    static func fast(_ vectors: [[Float]]) -> SquareDistances<Float>? {
        let packed = PackedVectors(vectors)
        let bands = packed.bands
        var square = SquareDistances<Float>(count: packed.count)
        // Only a few at once: finished bands wait to be copied, and all of them would take half the matrix again.
        for start in stride(from: 0, to: bands.count, by: 8) {
            if Task.isCancelled { return nil }
            let some = Array(bands[start..<min(start + 8, bands.count)])
            let pairs = inParallel(some) { packed.distances($0) }
            for (band, pairs) in zip(some, pairs) { square.fill(rows: band, with: pairs) }
        }
        square.mirror()
        return square
    }
}

/// The distances between all pairs of `count` things, each pair once: row by row, the upper triangle without the
/// diagonal, in the layout of `scipy.spatial.distance.pdist`.
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

    /// Distance of two things; 0 from a thing to itself.
    package subscript(first: Int, second: Int) -> Scalar {
        if first == second { return 0 }
        return values[Self.place(min(first, second), of: count) + max(first, second)]
    }

    /// The index where row `first` would begin if it had a column 0: add the larger of two numbers to find their pair.
    static func place(_ first: Int, of count: Int) -> Int { first * (2 * count - first - 3) / 2 - 1 }
}

/// The distances between all pairs of things, each pair twice: whole rows, so that the neighbors of one thing are
/// adjacent in memory. 4 or 8 × `count`² bytes: 100 MB for 5,000 things in single precision.
struct SquareDistances<Scalar: BinaryFloatingPoint & Sendable>: Sendable {
    let count: Int
    /// `count * count` values, row by row.
    var values: [Scalar]

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

    /// Writes the distances of some rows to all later things, in condensed order.
    mutating func fill(rows: Range<Int>, with pairs: [Scalar]) {
        var start = 0
        for row in rows {
            let size = count - 1 - row
            values.replaceSubrange((row * count + row + 1)..<((row + 1) * count), with: pairs[start..<(start + size)])
            start += size
        }
    }

    /// Copies the upper triangle to the lower one, in small blocks that stay in the processor's cache.
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

/// Vectors in sequence, each padded with zeros to whole groups of eight.
private struct PackedVectors: Sendable {
    let count: Int
    private let groups: Int
    private let values: [SIMD8<Float>]

    init(_ vectors: [[Float]]) {
        count = vectors.count
        groups = ((vectors.map { $0.count }.max() ?? 0) + 7) / 8
        var values = [SIMD8<Float>](repeating: .zero, count: count * groups)
        for (row, vector) in vectors.enumerated() {
            for (column, value) in vector.enumerated() { values[row * groups + column / 8][column % 8] = value }
        }
        self.values = values
    }

    /// Rows in bands of about the same work each. Bands begin at every fourth row, for blocks of four.
    var bands: [Range<Int>] {
        let share = max(Condensed<Float>.pairs(count) / 64, 4096)
        var bands: [Range<Int>] = []
        var start = 0
        while start < count {
            var end = start
            var work = 0
            while end < count, work < share {
                work += (0..<4).reduce(0) { $0 + max(count - 1 - end - $1, 0) }
                end += 4
            }
            bands.append(start..<min(end, count))
            start = end
        }
        return bands
    }

    /// Start of row `row` in the condensed order.
    private func pairsBefore(_ row: Int) -> Int { row * (2 * count - row - 1) / 2 }

    /// The cosine distances of the rows of `band` to all later ones, in condensed order.
    func distances(_ band: Range<Int>) -> [Float] {
        let start = pairsBefore(band.lowerBound)
        let size = pairsBefore(band.upperBound) - start
        return [Float](unsafeUninitializedCapacity: size) { out, initialized in
            values.withUnsafeBufferPointer { values in
                for first in stride(from: band.lowerBound, to: band.upperBound, by: 4) {
                    fill(out, start: start, rows: first..<min(first + 4, band.upperBound), values)
                }
            }
            initialized = size
        }
    }

    /// Compares up to four rows with all later ones, so that each later vector is fetched once for all four.
    private func fill(
        _ out: UnsafeMutableBufferPointer<Float>, start: Int, rows: Range<Int>,
        _ values: UnsafeBufferPointer<SIMD8<Float>>
    ) {
        let last = rows.upperBound - 1
        for other in (rows.lowerBound + 1)..<max(count, rows.lowerBound + 1) {
            var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
            let first = rows.lowerBound * groups
            let second = min(rows.lowerBound + 1, last) * groups
            let third = min(rows.lowerBound + 2, last) * groups
            let fourth = last * groups
            for group in 0..<groups {
                let value = values[other * groups + group]
                sums.0 += value * values[first + group]
                sums.1 += value * values[second + group]
                sums.2 += value * values[third + group]
                sums.3 += value * values[fourth + group]
            }
            let cosines = SIMD4(sums.0.sum(), sums.1.sum(), sums.2.sum(), sums.3.sum()).clamped(
                lowerBound: -.one, upperBound: .one)
            for row in rows where row < other {
                out[pairsBefore(row) - start + other - row - 1] = 1 - cosines[row - rows.lowerBound]
            }
        }
    }
}
