package import EspyPixels

/// Rows and columns laid through codes: a label for each of them and a map from cells to pixels.
///
/// Labels count from an arbitrary cell and may be negative. Columns grow to the right and rows grow downwards in the
/// picture as far as its tilt allows: the row axis is the lattice direction that is nearer to horizontal.
package struct Lattice: Sendable, Equatable {
    /// One for each site, nil for one that lies between the cells or whose cell is taken by a better one.
    package var labels: [Rack.Place?]
    /// From (column, row) to pixels; whole numbers are the centers of cells.
    var map: Homography
    /// Root mean square in cells of how far codes lie from the center of their cell, along one axis.
    var scatter: Double
    /// How much better than any other labeling this one explains the sites, in nats. Small: it is a guess.
    package var lead: Double = .infinity

    /// Which of two labelings is right hangs on less than one code in twenty would be worth.
    var isDoubtful: Bool { lead < 3 }

    /// The center of a cell in pixels.
    package func center(_ place: Rack.Place) -> Point {
        map.apply(Point(x: Double(place.col), y: Double(place.row)))
    }

    /// Mean distance in pixels to the next cells, at a cell.
    func pitch(at place: Rack.Place) -> Double {
        let (x, y) = (Double(place.col), Double(place.row))
        let across = map.apply(Point(x: x - 0.5, y: y)).distance(to: map.apply(Point(x: x + 0.5, y: y)))
        let down = map.apply(Point(x: x, y: y - 0.5)).distance(to: map.apply(Point(x: x, y: y + 0.5)))
        return (across + down) / 2
    }

    /// Where a point of the picture lies among the cells: x in columns, y in rows.
    func position(of point: Point) -> Point {
        map.inverse?.apply(point) ?? Point(x: .nan, y: .nan)
    }

    /// The rows and columns that the labels reach.
    var extent: CellRange? { CellRange(labels.compactMap { $0 }) }
}

extension Rack.Place {
    /// The cell that a position among the cells belongs to and how far off its center it lies, along the worse axis;
    /// nil for a position that no box is large enough for.
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

/// One code as the lattice sees it: where it is and how large it is printed.
package struct LatticeSite: Sendable, Equatable {
    package var center: Point
    /// Mean side of the symbol in pixels.
    package var side: Double

    package init(center: Point, side: Double) {
        self.center = center
        self.side = side
    }
}
