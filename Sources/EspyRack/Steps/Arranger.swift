import DataMatrix
import EspyBase
import EspyPixels

/// Arranges codes in rows and columns.
struct Arranger {
    let codes: [SeenCode]
    let image: SplitImage
    let grid: RackGrid
    var corners: ShownCorners?

    func arrange() -> Arrangement {
        guard !codes.isEmpty else { return emptyBox() }
        if case .tolerance(let pixels) = grid { return grouped(by: pixels, layout: .tolerance) }
        if codes.count == 1, case .size(rows: 1, columns: 1) = grid { return single() }
        let sites = codes.map { LatticeSite(center: $0.center, side: $0.side) }
        let lattice = LatticeFinder.lattice(through: sites, size: grid.size)
        if let anchored = anchored(lattice, sites) {
            let shown = (anchored.cells, anchored.layout)
            return LatticeArranger(codes: codes, image: image, grid: grid, lattice: anchored.lattice, shown: shown)
                .arrange()
        }
        var result =
            lattice.map { LatticeArranger(codes: codes, image: image, grid: grid, lattice: $0).arrange() }
            ?? unordered()
        if corners != nil { result.warnings.append(Rack.Warning(.cornersDoNotFit)) }
        return result
    }

    /// The lattice by the user's corners; nil if there are none, or if they do not fit the codes.
    private func anchored(_ lattice: Lattice?, _ sites: [LatticeSite]) -> ShownCorners.Anchored? {
        guard let corners else { return nil }
        return lattice.flatMap { corners.anchored(in: $0, sites, size: grid.size) }
            ?? grid.size.flatMap { corners.anchored(sites, size: $0) }
    }

    /// A box of known size has its cells even if nothing was read; their places in the picture are unknown.
    private func emptyBox() -> Arrangement {
        var result = Arrangement.empty
        if case .size(let rows, let cols) = grid { (result.rows, result.cols, result.layout) = (rows, cols, .given) }
        if case .tolerance = grid { result.layout = .tolerance }
        return result
    }

    /// The only tube of a single-tube holder.
    private func single() -> Arrangement {
        Arrangement(places: [Rack.Place(row: 0, col: 0)], rows: 1, cols: 1, origin: .box, layout: .given)
    }

    /// Codes that form no lattice: a reading order, and a warning about it.
    private func unordered() -> Arrangement {
        let side = median(codes.map { $0.side }) ?? 1
        var result = grouped(by: 1.2 * side, layout: codes.count > 1 ? .unordered : .occupied)
        if codes.count > 1 { result.warnings.append(Rack.Warning(.noLattice)) }
        result.warnings.append(Rack.Warning(.originUnknown))
        return result
    }

    private func grouped(by tolerance: Double, layout: Rack.Layout) -> Arrangement {
        let places = RowGrouping.places(codes.map { $0.center }, tolerance: tolerance)
        return Arrangement(
            places: places.map { Optional($0) }, rows: (places.map { $0.row }.max() ?? -1) + 1,
            cols: (places.map { $0.col }.max() ?? -1) + 1,
            origin: .occupiedArea, layout: layout)
    }
}

/// Codes in cells, before the other cells are examined.
struct Arrangement {
    /// One for each code; nil if it is outside.
    var places: [Rack.Place?]
    var rows: Int
    var cols: Int
    var origin: Rack.Origin
    var layout: Rack.Layout
    /// From (column, row), counted from 0, to pixels.
    var lattice: Lattice?
    var warnings: [Rack.Warning] = []

    /// An arrangement without codes.
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

/// A reading with the properties that arranging needs often.
struct SeenCode: Sendable, Equatable {
    let reading: Reading
    let value: String
    let isHex: Bool
    let corners: Quad
    let center: Point
    /// Mean side in pixels.
    let side: Double

    init(_ reading: Reading) {
        self.reading = reading
        (value, isHex) = reading.message.shown
        corners = Quad(corners: reading.corners)
        center = Point(x: reading.center.x, y: reading.center.y)
        side = (corners.meanWidth + corners.meanHeight) / 2
    }

    /// Whether this reading is more reliable than another: seen twice, then with fewer corrections.
    func isSurer(than other: SeenCode) -> Bool {
        if reading.isConfirmed != other.reading.isConfirmed { return reading.isConfirmed }
        return doubt < other.doubt
    }

    private var doubt: Int { 2 * reading.errorsCorrected + reading.erasures }

    /// Removes duplicates. The same value twice within less than the width of a symbol is one symbol seen twice; so are
    /// two values in one spot, of which at most one can be right.
    static func distinct(_ readings: [Reading]) -> [SeenCode] {
        var kept: [SeenCode] = []
        for code in readings.map(SeenCode.init) {
            guard let index = kept.firstIndex(where: { $0.isSameSpot(as: code) }) else {
                kept.append(code)
                continue
            }
            if code.isSurer(than: kept[index]) { kept[index] = code }
        }
        return kept
    }

    private func isSameSpot(as other: SeenCode) -> Bool {
        // In a typical photo of a box, 60 pixels are about half a pitch, or one and a half symbols.
        let reach = value == other.value ? 1.5 : 0.5
        return center.distance(to: other.center) < reach * max(side, other.side)
    }

    /// The code for the result, with positions rounded to a hundredth of a pixel, which is finer than they are known.
    var asCode: Rack.Code {
        let message = reading.message
        var code = Rack.Code(
            value: value, isHex: isHex, corners: corners.map { $0.rounded }, symbol: reading.size.description,
            errorsCorrected: reading.errorsCorrected, bytes: message.bytes)
        code.interpretations = message.interpretations
        code.part = message.structuredAppend
        code.isReaderProgramming = message.isReaderProgramming
        return code
    }
}

extension Quad {
    /// Clockwise corners, by the convention of quads; a mirrored symbol keeps its finder corner.
    fileprivate init(corners: [SIMD2<Double>]) {
        let points = corners.map { Point(x: $0.x, y: $0.y) }
        let quad = Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
        self =
            quad.signedArea >= 0
            ? quad
            : Quad(topLeft: points[2], topRight: points[1], bottomRight: points[0], bottomLeft: points[3])
    }
}

extension Point {
    /// Rounded to a hundredth of a pixel.
    var rounded: Point { Point(x: (x * 100).rounded() / 100, y: (y * 100).rounded() / 100) }
}

/// Rows and columns by distance alone, as in simple scripts: good for a straight photo of a full box.
enum RowGrouping {
    /// - Parameter tolerance: successive centers less than this many pixels apart share a row or column.
    /// - Returns: a distinct place for each center. Columns count the codes of their own row.
    static func places(_ centers: [Point], tolerance: Double) -> [Rack.Place] {
        var places = [Rack.Place](repeating: Rack.Place(row: 0, col: 0), count: centers.count)
        let byHeight = centers.indices.sorted { (centers[$0].y, centers[$0].x) < (centers[$1].y, centers[$1].x) }
        for (row, members) in groups(byHeight, tolerance, by: { centers[$0].y }).enumerated() {
            let byWidth = members.sorted { (centers[$0].x, centers[$0].y) < (centers[$1].x, centers[$1].y) }
            var col = 0
            for group in groups(byWidth, tolerance, by: { centers[$0].x }) {
                // Two codes closer than the tolerance are still separate: each gets its own column.
                for index in group {
                    places[index] = Rack.Place(row: row, col: col)
                    col += 1
                }
            }
        }
        return places
    }

    /// Splits a sorted list where a step reaches the tolerance.
    private static func groups(_ sorted: [Int], _ tolerance: Double, by value: (Int) -> Double) -> [[Int]] {
        var groups: [[Int]] = []
        for index in sorted {
            if let last = groups.last?.last, value(index) - value(last) < tolerance {
                groups[groups.count - 1].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups
    }
}

/// Puts codes into the cells of a box, after the lattice through them was found.
private struct LatticeArranger {
    let codes: [SeenCode]
    let image: SplitImage
    let grid: RackGrid
    let lattice: Lattice
    /// The cells of the box, if the user marked its corners.
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

    /// Finds a cell for codes that share one with a better fitting code, or lie between cells.
    private func settle(_ labels: inout [Rack.Place?], _ warnings: inout [Rack.Warning]) {
        var taken = Set(labels.compactMap { $0 })
        guard let seen = CellRange(labels.compactMap { $0 }) else { return }
        for index in codes.indices where labels[index] == nil {
            let near = cells(near: codes[index], within: seen.grown(by: 1))
            guard let nearest = near.first, nearest.miss < 0.75 else { continue }
            let isContested = taken.contains(nearest.place)
            // Only a tube that leans out of its own cell may be beyond the others, not one that was pushed out of
            // another cell.
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

    /// The nearest cells and the distances to their centers, in cells.
    private func cells(near code: SeenCode, within block: CellRange) -> [(place: Rack.Place, miss: Double)] {
        let position = lattice.position(of: code.center)
        let all = block.places.map { place in
            (place: place, miss: position.distance(to: Point(x: Double(place.col), y: Double(place.row))))
        }
        return Array(all.sorted { ($0.miss, $0.place) < ($1.miss, $1.place) }.prefix(4))
    }

    /// Removes codes at the edge that differ from the others: the box's own code.
    private func separateForeigners(_ labels: inout [Rack.Place?]) {
        let relative = zip(codes, labels).map { code, label in label.map { code.side / lattice.pitch(at: $0) } }
        guard let usual = median(relative.compactMap { $0 }), codes.count > 3 else { return }
        let inverted = codes.count { $0.reading.isInverted }
        for index in codes.indices {
            guard let place = labels[index], let size = relative[index] else { continue }
            let isOfAnotherSize = !(0.72...1.38).contains(size / usual)
            let isOfAnotherKind = codes[index].reading.isInverted ? inverted == 1 : inverted == codes.count - 1
            // If the size of the box is known, a single tube with another label may well have its own row.
            guard isOfAnotherSize || isOfAnotherKind && codes.count > 8 && grid == .automatic else { continue }
            let others = CellRange(labels.indices.filter { $0 != index }.compactMap { labels[$0] })
            if let others, !others.contains(place) { labels[index] = nil }
        }
    }

    /// The cells of the box; codes outside it lose their label.
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

    /// The block of this size that leaves out the fewest codes, if they are few enough to be strays.
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
    /// A block with more cells on every side.
    func grown(by count: Int) -> CellRange {
        CellRange(
            rows: rows.lowerBound - count...rows.upperBound + count,
            cols: cols.lowerBound - count...cols.upperBound + count)
    }
}

extension [Rack.Warning] {
    fileprivate func contains(about value: String) -> Bool { contains { $0.value == value } }
}
