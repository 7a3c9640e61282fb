import DataMatrix
import EspyBase
import EspyPixels

/// Puts codes into the cells of a box, once the lattice through them is known.
struct LatticeArranger {
    let codes: [SeenCode]
    let image: RGBImage
    let grid: RackGrid
    let lattice: Lattice
    /// The cells of the box, where a person has shown its corners.
    var shown: (cells: CellRange, layout: Rack.Layout)?

    func arrange() -> Arrangement {
        var labels = lattice.labels
        var warnings: [Rack.Warning] = []
        settle(&labels, &warnings)
        separateForeigners(&labels)
        guard let seen = CellRange(labels.compactMap { $0 }) else {
            return Arranger(codes: codes, image: image, grid: .automatic).arrange()
        }
        let box = box(around: seen, labels: &labels, &warnings)
        for (code, label) in zip(codes, labels) where label == nil && !warnings.contains(about: code.value) {
            warnings.append(Rack.Warning(.outsideGrid, value: code.value))
        }
        if lattice.isDoubtful { warnings.append(Rack.Warning(.fewCodes)) }
        return moved(labels, to: box, warnings)
    }

    /// Finds a cell for the codes that share one with a better fitting code, or lie between the cells.
    private func settle(_ labels: inout [Rack.Place?], _ warnings: inout [Rack.Warning]) {
        var taken = Set(labels.compactMap { $0 })
        guard let seen = CellRange(labels.compactMap { $0 }) else { return }
        for index in codes.indices where labels[index] == nil {
            let near = cells(near: codes[index], within: seen.grown(by: 1))
            guard let nearest = near.first, nearest.miss < 0.75 else { continue }
            let isContested = taken.contains(nearest.place)
            // Beyond the others only a tube that leans out of its own cell, not one that was pushed out of another.
            let free = near.first { candidate in
                !taken.contains(candidate.place)
                    && (seen.contains(candidate.place) ? candidate.miss < 0.9 : !isContested && candidate.miss < 0.7)
            }
            guard let free else {
                if isContested {
                    warnings.append(Rack.Warning(.cellTaken, value: codes[index].value, places: [nearest.place]))
                }
                continue
            }
            labels[index] = free.place
            taken.insert(free.place)
            if isContested {
                warnings.append(Rack.Warning(.movedToNeighbor, value: codes[index].value, places: [free.place]))
            }
        }
    }

    /// The nearest cells and how far their centers are, in cells.
    private func cells(near code: SeenCode, within block: CellRange) -> [(place: Rack.Place, miss: Double)] {
        let position = lattice.position(of: code.center)
        let all = block.places.map { place in
            (place: place, miss: position.distance(to: Point(x: Double(place.col), y: Double(place.row))))
        }
        return Array(all.sorted { ($0.miss, $0.place) < ($1.miss, $1.place) }.prefix(4))
    }

    /// Takes out codes at the edge that are not like the others: the box's own code.
    private func separateForeigners(_ labels: inout [Rack.Place?]) {
        let relative = zip(codes, labels).map { code, label in label.map { code.side / lattice.pitch(at: $0) } }
        guard let usual = median(relative.compactMap { $0 }), codes.count > 3 else { return }
        let inverted = codes.count { $0.reading.isInverted }
        for index in codes.indices {
            guard let place = labels[index], let size = relative[index] else { continue }
            let isOfAnotherSize = !(0.72...1.38).contains(size / usual)
            let isOfAnotherKind = codes[index].reading.isInverted ? inverted == 1 : inverted == codes.count - 1
            // Where the size of the box is known, a lone tube with another label may well have a row of its own.
            guard isOfAnotherSize || isOfAnotherKind && codes.count > 8 && grid == .automatic else { continue }
            let others = CellRange(labels.indices.filter { $0 != index }.compactMap { labels[$0] })
            if let others, !others.contains(place) { labels[index] = nil }
        }
    }

    /// The cells of the box; codes that do not fit into it lose their label.
    private func box(
        around seen: CellRange, labels: inout [Rack.Place?], _ warnings: inout [Rack.Warning]
    ) -> (cells: CellRange, origin: Rack.Origin, layout: Rack.Layout) {
        if let shown { return box(shown, &labels) }
        guard case .size(let rows, let cols) = grid else { return boxFromPicture(seen, labels, &warnings) }
        var seen = seen
        if seen.rows.count > rows || seen.cols.count > cols {
            guard let fitting = fitting(rows, cols, labels) else {
                warnings.append(Rack.Warning(.largerThanGiven))
                return (seen, .occupiedArea, .occupied)
            }
            for index in labels.indices where labels[index].map(fitting.contains) == false { labels[index] = nil }
            seen = CellRange(labels.compactMap { $0 }) ?? fitting
        }
        let margin = max(rows - seen.rows.count, cols - seen.cols.count) + 3
        if !lattice.isDoubtful, let cells = finder(seen, margin: margin, labels).cells(rows: rows, cols: cols) {
            return (cells, .box, .given)
        }
        warnings.append(Rack.Warning(.originUnknown))
        let cells = CellRange(
            rows: seen.rows.lowerBound...seen.rows.lowerBound + rows - 1,
            cols: seen.cols.lowerBound...seen.cols.lowerBound + cols - 1)
        return (cells, .occupiedArea, .given)
    }

    private func box(
        _ shown: (cells: CellRange, layout: Rack.Layout), _ labels: inout [Rack.Place?]
    ) -> (cells: CellRange, origin: Rack.Origin, layout: Rack.Layout) {
        for index in labels.indices where labels[index].map(shown.cells.contains) == false { labels[index] = nil }
        return (shown.cells, .box, shown.layout)
    }

    private func boxFromPicture(
        _ seen: CellRange, _ labels: [Rack.Place?], _ warnings: inout [Rack.Warning]
    ) -> (cells: CellRange, origin: Rack.Origin, layout: Rack.Layout) {
        if !lattice.isDoubtful, let cells = finder(seen, margin: 9, labels).cells() { return (cells, .box, .seen) }
        warnings.append(Rack.Warning(.originUnknown))
        return (seen, .occupiedArea, .occupied)
    }

    private func finder(_ seen: CellRange, margin: Int, _ labels: [Rack.Place?]) -> BoxFinder {
        BoxFinder(
            RectifiedImage(image, map: lattice.map, cells: seen.grown(by: margin)), seen: seen,
            codes: Set(labels.compactMap { $0 }), caps: codes.map { lattice.position(of: $0.center) },
            viewpoint: Viewpoint(map: lattice.map, width: image.width, height: image.height))
    }

    /// The block of the given size that leaves out the fewest codes, if these are so few that they can be strays.
    private func fitting(_ rows: Int, _ cols: Int, _ labels: [Rack.Place?]) -> CellRange? {
        let places = labels.compactMap { $0 }
        let blocks = Set(places.map { $0.row }).flatMap { row in
            Set(places.map { $0.col }).map { col in
                CellRange(rows: row...row + rows - 1, cols: col...col + cols - 1)
            }
        }
        let ranked = blocks.map { block in (block, places.count(where: block.contains)) }
        let best = ranked.max {
            ($0.1, -$0.0.rows.lowerBound, -$0.0.cols.lowerBound)
                < ($1.1, -$1.0.rows.lowerBound, -$1.0.cols.lowerBound)
        }
        guard let best, places.count - best.1 <= max(1, places.count / 20) else { return nil }
        return best.0
    }

    /// Counts rows and columns from the first of the box.
    private func moved(
        _ labels: [Rack.Place?], to box: (cells: CellRange, origin: Rack.Origin, layout: Rack.Layout),
        _ warnings: [Rack.Warning]
    ) -> Arrangement {
        let (row, col) = (box.cells.rows.lowerBound, box.cells.cols.lowerBound)
        func shifted(_ place: Rack.Place) -> Rack.Place { Rack.Place(row: place.row - row, col: place.col - col) }
        var lattice = lattice
        lattice.labels = labels.map { $0.map(shifted) }
        let shift = Homography(a: 1, b: 0, c: Double(col), d: 0, e: 1, f: Double(row), g: 0, h: 0, i: 1)
        lattice.map = shift.then(lattice.map)
        return Arrangement(
            places: lattice.labels, rows: box.cells.rows.count, cols: box.cells.cols.count, origin: box.origin,
            layout: box.layout, lattice: lattice,
            warnings: warnings.map { Rack.Warning($0.kind, value: $0.value, places: $0.places.map(shifted)) })
    }
}

extension CellRange {
    /// The same block with more cells on every side.
    package func grown(by count: Int) -> CellRange {
        CellRange(
            rows: rows.lowerBound - count...rows.upperBound + count,
            cols: cols.lowerBound - count...cols.upperBound + count)
    }
}

extension [Rack.Warning] {
    fileprivate func contains(about value: String) -> Bool { contains { $0.value == value } }
}
