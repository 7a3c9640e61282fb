/// Vectors one after the other, each filled up with zeros to whole groups of eight.
struct PackedVectors: Sendable {
    let count: Int
    private let groups: Int
    private let values: [SIMD8<Float>]

    init(_ vectors: [[Float]]) {
        count = vectors.count
        groups = ((vectors.map(\.count).max() ?? 0) + 7) / 8
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

    /// Where row `row` begins in the condensed order.
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

    /// Up to four rows against all later ones, so that each later vector is fetched once for all four.
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
