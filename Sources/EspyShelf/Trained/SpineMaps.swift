package import EspyPixels

/// What the network says of one shelf: for each cell of a grid how likely a left side of a book runs through it, a right
/// side, and that it lies inside of one.
package struct SpineMaps: Sendable {
    /// By place in the vector.
    package enum Part {
        package static let left = 0
        package static let right = 1
        package static let inside = 2
    }

    package let rows: Int
    package let columns: Int
    /// Size of a cell in pixels of the shelf.
    package private(set) var cell: Point
    /// Row by row.
    package private(set) var values: [SIMD4<Float>]
    /// Summed from the left, with one more column; empty before ``sum()``.
    private var sums: [SIMD4<Float>] = []

    /// A grid of nothing.
    package init(rows: Int, columns: Int, cell: Point) {
        (self.rows, self.columns, self.cell) = (rows, columns, cell)
        values = [SIMD4<Float>](repeating: .zero, count: rows * columns)
    }

    /// Takes over what the model said of a part.
    ///
    /// - Parameters:
    ///   - answer: three numbers a cell, row by row.
    ///   - first: the column where the part begins.
    ///   - width: columns of the part; those beyond the grid are left out.
    ///   - skipping: columns on the left that the part before knows better.
    package mutating func take(_ answer: [Float], from first: Int, columns width: Int, skipping: Int) {
        for row in 0..<rows {
            for column in min(skipping, width)..<max(min(width, columns - first), min(skipping, width)) {
                let place = 3 * (row * width + column)
                values[row * columns + first + column] = SIMD4(answer[place], answer[place + 1], answer[place + 2], 0)
            }
        }
    }

    /// Counts in other pixels from here on.
    mutating func resize(by factor: Double) { cell = cell * factor }

    /// Makes ``total(_:_:_:)`` work.
    package mutating func sum() {
        sums = [SIMD4<Float>](repeating: .zero, count: rows * (columns + 1))
        for row in 0..<rows {
            var sum = SIMD4<Float>.zero
            for column in 0..<columns {
                sum += values[row * columns + column]
                sums[row * (columns + 1) + column + 1] = sum
            }
        }
    }

    /// The sum of the columns `low..<high` of a row, as far as they are in the grid.
    @inline(__always)
    func total(_ row: Int, _ low: Int, _ high: Int) -> SIMD4<Float> {
        let low = min(max(low, 0), columns)
        let high = min(max(high, low), columns)
        let start = row * (columns + 1)
        return sums[start + high] - sums[start + low]
    }

    /// The most of each within a column of one.
    @inline(__always)
    func peak(_ row: Int, _ column: Int) -> SIMD4<Float> {
        var most = SIMD4<Float>.zero
        for place in max(column - 1, 0)...max(min(column + 1, columns - 1), max(column - 1, 0)) where place < columns {
            most = pointwiseMax(most, values[row * columns + place])
        }
        return most
    }

    /// One cell; nothing outside the grid.
    @inline(__always)
    func value(_ row: Int, _ column: Int) -> SIMD4<Float> {
        0..<columns ~= column ? values[row * columns + column] : .zero
    }
}
