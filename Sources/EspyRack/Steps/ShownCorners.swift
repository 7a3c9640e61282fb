import EspyPixels

/// The corner wells that the user marked, in a picture whose codes are being placed.
struct ShownCorners {
    /// In pixels of the picture.
    let points: [Point]
    /// The corner of the photo for each point, clockwise from the top left.
    private let order: [Int]

    init(_ corners: RackCorners, view: RackView, scale: Double) {
        points = corners.points.map { $0 * scale }
        let all = view.cornerOrder
        order = points.count == 2 ? [all[0], all[2]] : Array(all.prefix(points.count))
    }

    /// How far a marked well may be off, in cells, if nothing else determines its cell.
    private static let tolerance = 0.45
    /// The same if the size of the box determines the cell, which a lattice through distant codes may miss.
    private static let guidedTolerance = 0.7
    /// How far a code may be from the center of its cell if only the corners determine the cells.
    private static let codeTolerance = 0.4

    /// A lattice with the known cells of the box.
    struct Anchored {
        var lattice: Lattice
        var cells: CellRange
        var layout: Rack.Layout
    }

    /// The position of the box in a lattice through its codes; nil if they are incompatible.
    ///
    /// - Parameter size: of the box in the orientation of the photo, if known.
    func anchored(in lattice: Lattice, _ sites: [LatticeSite], size: (rows: Int, cols: Int)?) -> Anchored? {
        guard let seen = lattice.extent else { return nil }
        let positions = points.map(lattice.position)
        guard positions.allSatisfy({ $0.x.isFinite && abs($0.x) < 1_000 && $0.y.isFinite && abs($0.y) < 1_000 })
        else { return nil }
        let cells = size.map { block(at: positions, size: $0) } ?? block(at: positions, around: seen)
        guard let cells, holds(cells, lattice.labels) else { return nil }
        let layout: Rack.Layout = size != nil ? .given : points.count > 1 ? .seen : .occupied
        guard points.count > 1 else {
            // One well does not determine how the rows run if the codes do not.
            return lattice.isDoubtful ? nil : Anchored(lattice: lattice, cells: cells, layout: layout)
        }
        let labels = lattice.labels.map { label in label.flatMap { cells.contains($0) ? $0 : nil } }
        return refitted(labels, sites, cells).map { Anchored(lattice: $0, cells: cells, layout: layout) }
    }

    /// The lattice from four corners alone; nil if codes lie between its cells.
    func anchored(_ sites: [LatticeSite], size: (rows: Int, cols: Int)) -> Anchored? {
        let cells = CellRange(rows: 0...size.rows - 1, cols: 0...size.cols - 1)
        guard points.count == 4, size.rows > 1, size.cols > 1,
            let map = Homography(from: order.map { Self.corner($0, of: cells) }, to: points), let back = map.inverse
        else { return nil }
        var owners: [Rack.Place: Int] = [:]
        var labels = [Rack.Place?](repeating: nil, count: sites.count)
        for (index, site) in sites.enumerated() {
            guard let (place, miss) = Rack.Place.nearest(to: back.apply(site.center)), cells.contains(place) else {
                continue
            }
            guard miss < Self.codeTolerance, owners[place] == nil else { return nil }
            owners[place] = index
            labels[index] = place
        }
        guard holds(cells, labels) else { return nil }
        return refitted(labels, sites, cells).map { Anchored(lattice: $0, cells: cells, layout: .given) }
    }

    /// Whether the codes outside are few enough to be strays.
    private func holds(_ cells: CellRange, _ labels: [Rack.Place?]) -> Bool {
        let known = labels.compactMap { $0 }
        let outside = known.count { !cells.contains($0) }
        return outside <= max(1, known.count / 20) && outside < max(known.count, 1)
    }

    private func block(at positions: [Point], size: (rows: Int, cols: Int)) -> CellRange? {
        let origin = CellRange(rows: 0...size.rows - 1, cols: 0...size.cols - 1)
        let shifts = zip(positions, order).map { $0 - Self.corner($1, of: origin) }
        let mean = shifts.reduce(Point(x: 0, y: 0), +) * (1 / Double(shifts.count))
        let (row, col) = (Int(mean.y.rounded()), Int(mean.x.rounded()))
        let tolerance = points.count > 1 ? Self.guidedTolerance : Self.tolerance
        guard shifts.allSatisfy({ max(abs($0.x - Double(col)), abs($0.y - Double(row))) <= tolerance }) else {
            return nil
        }
        return CellRange(rows: row...row + size.rows - 1, cols: col...col + size.cols - 1)
    }

    /// The block with all points as corners; for one point, the block from it to the last code.
    private func block(at positions: [Point], around seen: CellRange) -> CellRange? {
        let nearest = positions.compactMap(Rack.Place.nearest)
        guard nearest.count == points.count, nearest.allSatisfy({ $0.miss <= Self.tolerance }) else { return nil }
        let places = nearest.map { $0.place } + (points.count == 1 ? seen.places : [])
        guard let block = CellRange(places), block.rows.count <= RackGrid.largestSide,
            block.cols.count <= RackGrid.largestSide
        else { return nil }
        return zip(nearest, order).allSatisfy { Self.place($1, of: block) == $0.place } ? block : nil
    }

    /// The lattice through the codes and the marked corners.
    private func refitted(_ labels: [Rack.Place?], _ sites: [LatticeSite], _ cells: CellRange) -> Lattice? {
        let known = zip(sites, labels).compactMap { site, label in label.map { (Self.point($0), site.center) } }
        let shown = zip(order, points).map { (Self.corner($0, of: cells), $1) }
        guard let model = LatticeModel.best(cells: (known + shown).map { $0.0 }, pixels: (known + shown).map { $0.1 }),
            let back = model.map.inverse
        else { return nil }
        let squares = known.map { cell, pixel in
            let miss = back.apply(pixel) - cell
            return miss.dot(miss) / 2
        }
        return Lattice(
            labels: labels, map: model.map, scatter: (squares.reduce(0, +) / Double(max(squares.count, 1))).squareRoot()
        )
    }

    private static func corner(_ index: Int, of cells: CellRange) -> Point { point(place(index, of: cells)) }

    private static func place(_ index: Int, of cells: CellRange) -> Rack.Place {
        Rack.Place(
            row: index < 2 ? cells.rows.lowerBound : cells.rows.upperBound,
            col: index == 0 || index == 3 ? cells.cols.lowerBound : cells.cols.upperBound)
    }

    private static func point(_ place: Rack.Place) -> Point { Point(x: Double(place.col), y: Double(place.row)) }
}
