import EspyPixels

/// Finds cells that something lies on, such as a finger or a sheet of paper: they may hold tubes.
///
/// Where four cells meet, a box shows the same floor or dividers all over, whatever the cells hold. In a covered cell,
/// these places differ in color from those around the codes, and the cell itself from all empty cells farther away.
struct CoveredCells {
    private let rectified: RectifiedImage
    private let read: Set<Rack.Place>
    /// The colors of the corners around codes.
    private var known: [SIMD3<Float>] = []

    /// How far the color of a corner must be from those around codes, where no part of a color exceeds 1.
    private static let strange: Float = 0.16
    /// The same for the strangest corner of a cell beside a covered one: its cover often ends there.
    private static let strangeBeside: Float = 0.1
    /// How far the color of a cell must be from those of empty cells without strange corners.
    private static let unlike: Float = 0.07
    /// Cells at most this far away may be under the same cover.
    private static let near = 2
    /// Half of the side of a corner, in cells.
    private static let reach = 0.16

    /// - Parameters:
    ///   - rectified: the box, with a margin of at least half a cell.
    ///   - read: the cells with a code.
    init(_ rectified: RectifiedImage, read: Set<Rack.Place>) {
        (self.rectified, self.read) = (rectified, read)
        // A corner that belongs to two codes lies between them, so hardly anything covers it.
        var corners: [Rack.Place: Int] = [:]
        for place in read {
            for corner in Self.corners(of: place) { corners[corner, default: 0] += 1 }
        }
        known = corners.compactMap { $0.value < 2 ? nil : color(ofCorner: $0.key) }
    }

    /// Returns those of the cells, which look empty, that are covered.
    ///
    /// - Parameter box: all cells of the box.
    func places(among empty: [Rack.Place], in box: CellRange) -> Set<Rack.Place> {
        let cells = empty.compactMap { place -> Cell? in
            let strangeness = Self.corners(of: place).filter { isInside($0, box) }.compactMap(strangeness).sorted()
            guard let most = strangeness.last, let color = mean(at: Double(place.col), Double(place.row), reach: 0.5)
            else {
                return nil
            }
            return Cell(place: place, color: color, middle: strangeness[strangeness.count / 2], most: most)
        }
        let sure = Set(cells.filter { isCovered($0, cells) }.map { $0.place })
        let beside = cells.filter { cell in
            cell.most > Self.strangeBeside && sure.contains { $0.steps(to: cell.place) == 1 }
        }
        return sure.union(beside.map { $0.place })
    }

    private struct Cell {
        var place: Rack.Place
        var color: SIMD3<Float>
        /// How strange its corners are: the middle one, and the strangest.
        var middle: Float
        var most: Float
    }

    /// Two hands look the same, so cells whose corners are strange, too, prove nothing.
    private func isCovered(_ cell: Cell, _ cells: [Cell]) -> Bool {
        guard cell.middle > Self.strange else { return false }
        let nearest = cells.filter { $0.middle <= Self.strange && $0.place.steps(to: cell.place) > Self.near }
            .map { Self.distance($0.color, cell.color) }.min()
        return nearest.map { $0 > Self.unlike } ?? (cell.middle > 1.3 * Self.strange)
    }

    /// The corners of a cell, each named by the cell to its lower right.
    private static func corners(of place: Rack.Place) -> [Rack.Place] {
        [0, 1].flatMap { row in [0, 1].map { Rack.Place(row: place.row + row, col: place.col + $0) } }
    }

    /// Whether all four cells that meet at a corner belong to the box: its walls look different.
    private func isInside(_ corner: Rack.Place, _ box: CellRange) -> Bool {
        box.contains(corner) && box.contains(Rack.Place(row: corner.row - 1, col: corner.col - 1))
    }

    /// The distance from the third nearest known color: one or two may be chance.
    private func strangeness(_ corner: Rack.Place) -> Float? {
        guard known.count >= 3, let color = color(ofCorner: corner) else { return nil }
        var nearest = SIMD3<Float>(repeating: .infinity)
        for other in known {
            let distance = Self.distance(color, other)
            if distance < nearest.x {
                nearest = SIMD3(distance, nearest.x, nearest.y)
            } else if distance < nearest.y {
                nearest = SIMD3(nearest.x, distance, nearest.y)
            } else if distance < nearest.z {
                nearest.z = distance
            }
        }
        return nearest.z
    }

    private func color(ofCorner corner: Rack.Place) -> SIMD3<Float>? {
        mean(at: Double(corner.col) - 0.5, Double(corner.row) - 0.5, reach: Self.reach)
    }

    /// The mean color of a square; nil if it leaves the photo.
    private func mean(at x: Double, _ y: Double, reach: Double) -> SIMD3<Float>? {
        let side = Double(rectified.resolution)
        func pixels(_ middle: Double, _ first: Int) -> Range<Int> {
            let start = ((middle - reach - Double(first) + 0.5) * side).rounded()
            return Int(start)..<Int(start + (2 * reach * side).rounded())
        }
        let columns = pixels(x, rectified.cells.cols.lowerBound)
        let rows = pixels(y, rectified.cells.rows.lowerBound)
        guard columns.lowerBound >= 0, rows.lowerBound >= 0, columns.upperBound <= rectified.width,
            rows.upperBound <= rectified.height
        else { return nil }
        var sum = SIMD4<Float>()
        for row in rows {
            for column in columns { sum += rectified.pixels[row * rectified.width + column] }
        }
        let mean = sum / Float(rows.count * columns.count)
        return mean.x.isNaN ? nil : SIMD3(mean.x, mean.y, mean.z)
    }

    private static func distance(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
        let difference = one - other
        return (difference * difference).sum().squareRoot()
    }
}

extension Rack.Place {
    /// The number of steps to another cell, of which each goes to one of eight neighbors.
    fileprivate func steps(to other: Rack.Place) -> Int { max(abs(row - other.row), abs(col - other.col)) }
}
