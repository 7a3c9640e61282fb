import EspyPixels

/// What the network's maps say of pairs of lines of one shelf.
package struct MapFeatures {
    /// For each pair: how well its left line is a left side, and a right one; the same for its right line; how much
    /// between them is inside of a book; how many left and right sides there are between them, which is 1 for a book;
    /// and the best left and right side in its midst, which would divide it.
    package static let names = [
        "mapLeftLeft", "mapLeftRight", "mapRightLeft", "mapRightRight", "mapInside", "mapLefts", "mapRights",
        "mapInnerLeft", "mapInnerRight",
    ]

    /// Cells that a side fills in the sense of the training: the sum of its bell.
    private static let side: Float = 1.75

    private let maps: SpineMaps
    private let lines: [SeparatorLine]
    /// The row of the scene where the first row of cells has its middle, and the height of a cell.
    private let top: Double
    private let middle: Double
    /// By line and row: the column of the line, in cells.
    private let columns: [Float]
    /// By line and row, one more: peaks along the line, summed from the top.
    private let sums: [SIMD4<Float>]

    /// - Parameters:
    ///   - maps: of a part of the scene, all columns of it.
    ///   - top: the row of the scene where the part begins.
    package init(_ maps: SpineMaps, top: Double, _ lines: [SeparatorLine], _ search: LineSearch) {
        (self.maps, self.lines) = (maps, lines)
        (self.top, middle) = (top, search.middle)
        var columns: [Float] = []
        var sums: [SIMD4<Float>] = []
        for line in lines {
            var sum = SIMD4<Float>.zero
            sums.append(sum)
            for row in 0..<maps.rows {
                let y = top + (Double(row) + 0.5) * maps.cell.y
                let column = (line.x + 0.5 + line.slope * (y - search.middle)) / maps.cell.x
                columns.append(Float(column))
                sum += maps.peak(row, Int(column.rounded(.down)))
                sums.append(sum)
            }
        }
        (self.columns, self.sums) = (columns, sums)
    }

    /// Appends ``names`` for one pair.
    package func add(_ pair: (left: Int, right: Int), to values: inout [Float]) {
        let rows = rows(of: pair)
        let count = Float(rows.count)
        let (left, right) = (mean(pair.left, rows), mean(pair.right, rows))
        values.append(left[SpineMaps.Part.left])
        values.append(left[SpineMaps.Part.right])
        values.append(right[SpineMaps.Part.left])
        values.append(right[SpineMaps.Part.right])
        var (inside, lefts, rights) = (Float(0), Float(0), Float(0))
        for row in rows {
            let low = Int(columns[pair.left * maps.rows + row].rounded(.down))
            let high = Int(columns[pair.right * maps.rows + row].rounded(.down))
            let last = max(high, low + 2)
            inside += maps.total(row, low + 1, last)[SpineMaps.Part.inside] / Float(last - low - 1)
            lefts += maps.total(row, low - 1, high - 1)[SpineMaps.Part.left]
            rights += maps.total(row, low + 2, high + 2)[SpineMaps.Part.right]
        }
        values.append(inside / count)
        values.append(lefts / count / Self.side)
        values.append(rights / count / Self.side)
        let division = division(pair, rows)
        values.append(division[SpineMaps.Part.left] / count)
        values.append(division[SpineMaps.Part.right] / count)
    }

    /// The rows of cells beside the strips that either line runs through; one at least.
    private func rows(of pair: (left: Int, right: Int)) -> Range<Int> {
        let (one, other) = (lines[pair.left].strips, lines[pair.right].strips)
        let height = Double(StripSums.rows)
        let first = Double(min(one.lowerBound, other.lowerBound)) * height
        let last = Double(max(one.upperBound, other.upperBound)) * height
        let low = min(max(Int(((first - top) / maps.cell.y).rounded()), 0), maps.rows - 1)
        let high = Int(((last - top) / maps.cell.y).rounded())
        return low..<min(max(high, low + 1), maps.rows)
    }

    private func mean(_ line: Int, _ rows: Range<Int>) -> SIMD4<Float> {
        let start = line * (maps.rows + 1)
        return (sums[start + rows.upperBound] - sums[start + rows.lowerBound]) / Float(rows.count)
    }

    /// Of all lines between the two, the largest sums.
    private func division(_ pair: (left: Int, right: Int), _ rows: Range<Int>) -> SIMD4<Float> {
        let middle = (rows.lowerBound + rows.upperBound) / 2
        let width = columns[pair.right * maps.rows + middle] - columns[pair.left * maps.rows + middle]
        var most = SIMD4<Float>.zero
        guard width >= 4 else { return most }
        for step in 2...Int(width) - 2 {
            let share = Float(step) / width
            var sum = SIMD4<Float>.zero
            for row in rows {
                let low = columns[pair.left * maps.rows + row]
                let high = columns[pair.right * maps.rows + row]
                sum += maps.value(row, Int((low + share * (high - low)).rounded(.down)))
            }
            most = pointwiseMax(most, sum)
        }
        return most
    }
}
