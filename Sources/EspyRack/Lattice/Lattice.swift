package import EspyPixels

/// Rows and columns fitted to codes: a label for each code and a map from cells to pixels.
///
/// Labels count from an arbitrary cell and may be negative. Columns grow to the right and rows downward in the picture
/// as far as its tilt allows: the row axis is the lattice direction closer to horizontal.
package struct Lattice: Sendable, Equatable {
    /// One for each site; nil if it lies between cells, or if a better one has its cell.
    package var labels: [Rack.Place?]
    /// From (column, row) to pixels; whole numbers are the centers of cells.
    var map: Homography
    /// Root mean square distance of codes from the centers of their cells, along one axis, in cells.
    var scatter: Double
    /// The advantage of this labeling over any other, in nats. If it is small, this is a guess.
    package var lead: Double = .infinity

    /// Whether the choice between two labelings depends on less evidence than one code in twenty would give.
    var isDoubtful: Bool { lead < 3 }

    /// The center of a cell in pixels.
    package func center(_ place: Rack.Place) -> Point {
        map.apply(Point(x: Double(place.col), y: Double(place.row)))
    }

    /// Mean distance in pixels from a cell to its neighbors.
    func pitch(at place: Rack.Place) -> Double {
        let (x, y) = (Double(place.col), Double(place.row))
        let across = map.apply(Point(x: x - 0.5, y: y)).distance(to: map.apply(Point(x: x + 0.5, y: y)))
        let down = map.apply(Point(x: x, y: y - 0.5)).distance(to: map.apply(Point(x: x, y: y + 0.5)))
        return (across + down) / 2
    }

    /// Position of a point of the picture in cells: x in columns, y in rows.
    func position(of point: Point) -> Point {
        map.inverse?.apply(point) ?? Point(x: .nan, y: .nan)
    }

    /// The rows and columns that the labels span.
    var extent: CellRange? { CellRange(labels.compactMap { $0 }) }
}

extension Rack.Place {
    /// The cell at a position, and the distance from its center along the worse axis; nil if no box is large enough.
    static func nearest(to position: Point) -> (place: Rack.Place, miss: Double)? {
        guard abs(position.x) < 1000, abs(position.y) < 1000 else { return nil }
        let (col, row) = (position.x.rounded(), position.y.rounded())
        return (Rack.Place(row: Int(row), col: Int(col)), max(abs(position.x - col), abs(position.y - row)))
    }
}

/// A block of cells, both ends included.
package struct CellRange: Sendable, Hashable {
    package var rows: ClosedRange<Int>
    package var cols: ClosedRange<Int>

    package init(rows: ClosedRange<Int>, cols: ClosedRange<Int>) {
        self.rows = rows
        self.cols = cols
    }

    /// The smallest block that holds all places.
    package init?(_ places: [Rack.Place]) {
        guard let first = places.first else { return nil }
        rows = first.row...first.row
        cols = first.col...first.col
        for place in places {
            rows = min(rows.lowerBound, place.row)...max(rows.upperBound, place.row)
            cols = min(cols.lowerBound, place.col)...max(cols.upperBound, place.col)
        }
    }

    package func contains(_ other: CellRange) -> Bool {
        rows.contains(other.rows) && cols.contains(other.cols)
    }

    package func contains(_ place: Rack.Place) -> Bool {
        rows.contains(place.row) && cols.contains(place.col)
    }

    /// Every place, row by row.
    package var places: [Rack.Place] {
        rows.flatMap { row in cols.map { Rack.Place(row: row, col: $0) } }
    }
}

/// A code for fitting the lattice: its position and printed size.
package struct LatticeSite: Sendable, Equatable {
    package var center: Point
    /// Mean side of the symbol in pixels.
    package var side: Double

    package init(center: Point, side: Double) {
        self.center = center
        self.side = side
    }
}
