import EspyPixels

/// Codes in cells, before the other cells have been looked at.
struct Arrangement {
    /// One for each code; nil for a code outside.
    var places: [Rack.Place?]
    var rows: Int
    var cols: Int
    var origin: Rack.Origin
    var layout: Rack.Layout
    /// From (column, row), counted from 0, to pixels.
    var lattice: Lattice?
    var warnings: [Rack.Warning] = []

    /// Nothing to arrange.
    static let empty = Arrangement(places: [], rows: 0, cols: 0, origin: .occupiedArea, layout: .occupied)

    /// The corners of the area that the cells cover.
    var outline: Quad? {
        guard let lattice, rows > 0, cols > 0 else { return nil }
        func corner(_ col: Int, _ row: Int) -> Point {
            lattice.map.apply(Point(x: Double(col) - 0.5, y: Double(row) - 0.5)).rounded
        }
        return Quad(
            topLeft: corner(0, 0), topRight: corner(cols, 0), bottomRight: corner(cols, rows),
            bottomLeft: corner(0, rows))
    }

    /// The cells without a code, row by row.
    var openPlaces: [Rack.Place] {
        let taken = Set(places.compactMap { $0 })
        return CellRange(rows: 0...max(rows - 1, 0), cols: 0...max(cols - 1, 0)).places.filter { !taken.contains($0) }
    }
}
