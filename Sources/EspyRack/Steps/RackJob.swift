package import DataMatrix
import EspyBase
package import EspyPixels

/// The state of one photo between photo and result.
struct RackJob: Sendable {
    private let options: RackOptions
    private let size: (width: Int, height: Int)
    private let image: SplitImage
    /// The size of ``image`` as a share of the photo.
    private let factor: Double
    /// The view in which codes are read.
    let view: GrayView
    private var codes: [SeenCode] = []
    private var suspects: [Point] = []
    private var arrangement = Arrangement.empty
    private var verdicts: [CellClassifier.Verdict] = []
    /// Why cells that look empty may hold tubes: they are outside the photo, or covered.
    private var hidden: [Rack.Place: Rack.Warning.Kind] = [:]

    init(_ photo: SplitImage, _ options: RackOptions) {
        self.options = options
        size = (photo.width, photo.height)
        (image, factor) = options.shrunk(photo)
        view = GrayView(width: image.width, height: image.height, pixels: image.gray.pixels)
    }

    /// Puts the codes in their cells.
    mutating func place(_ seen: Sightings) {
        codes = SeenCode.distinct(seen.readings)
        suspects = seen.suspects
        let corners = options.corners.map { ShownCorners($0, view: options.view, scale: factor) }
        let grid = options.gridInPhoto.scaled(by: factor)
        arrangement = Arranger(codes: codes, image: image, grid: grid, corners: corners).arrange()
    }

    /// Classifies the cells without a value.
    mutating func classify() {
        let places = arrangement.openPlaces
        guard let lattice = arrangement.lattice, !places.isEmpty else { return }
        let cells = CellRange(rows: 0...arrangement.rows - 1, cols: 0...arrangement.cols - 1)
        let rectified = RectifiedImage(image, map: lattice.map, cells: cells.grown(by: 1), resolution: 32)
        let placed = zip(codes, arrangement.places).compactMap { code, place in place.map { (code, $0) } }
        let centers = placed.map { lattice.position(of: $0.0.center) }
        let sides = placed.map { $0.0.side / lattice.pitch(at: $0.1) }
        // Scanners show tubes in a plate to a hundredth of a cell; a hand-held photo of a box is ten times worse.
        let classifier = CellClassifier(
            rectified, codeCenters: centers, codeSide: median(sides) ?? 0.35, open: places,
            isStraight: lattice.scatter < 0.04)
        verdicts = classifier.verdicts(suspects: suspects.map(lattice.position))
        let empty = verdicts.filter { $0.status == .empty }.map { $0.place }
        for place in empty where !rectified.shows(place) { hidden[place] = .outsidePhoto }
        if !lattice.isDoubtful {
            let covered = CoveredCells(rectified, read: Set(placed.map { $0.1 }))
                .places(among: empty.filter { hidden[$0] == nil }, in: cells)
            for place in covered { hidden[place] = .covered }
        }
        for index in verdicts.indices where hidden[verdicts[index].place] != nil { verdicts[index].status = .unread }
    }

    /// A cell that seems to hold a code and should be searched again.
    struct Doubt: Sendable {
        fileprivate let index: Int
        var center: SIMD2<Double>
        let radius: Double
        /// The nearest code that was read.
        let model: Reading
    }

    /// Empty if the options disable the second search.
    var doubts: [Doubt] {
        guard options.looksTwice, let lattice = arrangement.lattice else { return [] }
        let models = codes.indices.compactMap { index in
            arrangement.places[index].map { (place: $0, code: codes[index]) }
        }
        return verdicts.enumerated().compactMap { index, verdict in
            guard verdict.status == .unread else { return nil }
            let nearest = models.min { $0.place.distance(to: verdict.place) < $1.place.distance(to: verdict.place) }
            guard let model = nearest?.code.reading else { return nil }
            let radius = 0.25 * lattice.pitch(at: verdict.place)
            let center = lattice.map.apply(verdict.center)
            return Doubt(index: index, center: SIMD2(center.x, center.y), radius: radius, model: model)
        }
    }

    /// Adds the readings for ``doubts``, in their order.
    mutating func accept(_ readings: [Reading?], of doubts: [Doubt]) {
        var filled: Set<Int> = []
        for (doubt, reading) in zip(doubts, readings) {
            guard let reading else { continue }
            let code = SeenCode(reading)
            // A code that leans over from the next cell is already known.
            guard SeenCode.distinct(codes.map { $0.reading } + [reading]).count > codes.count else { continue }
            codes.append(code)
            arrangement.places.append(verdicts[doubt.index].place)
            filled.insert(doubt.index)
        }
        verdicts = verdicts.indices.filter { !filled.contains($0) }.map { verdicts[$0] }
    }

    /// In pixels of the whole photo, in the orientation of the options.
    var result: Rack {
        let rack = factor == 1 ? seen : seen.scaled(by: 1 / factor, to: size)
        guard options.positions.isEmpty else {
            return rack.placed(in: options.positions, turn: options.turn, isFromBelow: options.view.isFromBelow)
        }
        return rack.seen(options.view)
    }

    private var seen: Rack {
        let vials = zip(codes, arrangement.places)
            .compactMap { code, place in place.map { Rack.Vial(code: code.asCode, place: $0) } }
            .sorted { $0.place < $1.place }
        let outside = zip(codes, arrangement.places).filter { $0.1 == nil }.map { $0.0.asCode }
            .sorted { ($0.y, $0.x) < ($1.y, $1.x) }
        var rack = Rack(
            width: image.width, height: image.height, rows: arrangement.rows, cols: arrangement.cols,
            origin: arrangement.origin, layout: arrangement.layout, outline: arrangement.outline, cells: cells(vials),
            vials: vials, outside: outside, duplicates: [], warnings: arrangement.warnings)
        rack.markDuplicates()
        let unread = rack.cells.filter { $0.status == .unread }.map { $0.place }
        for kind in [Rack.Warning.Kind.outsidePhoto, .covered, .unread] {
            let places = unread.filter { (hidden[$0] ?? .unread) == kind }
            if !places.isEmpty { rack.warnings.append(Rack.Warning(kind, places: places)) }
        }
        if isMirrored { rack.warnings.append(Rack.Warning(.mirrored)) }
        let isFull = !rack.cells.isEmpty && rack.cells.allSatisfy { $0.status == .read }
        if !isFull { rack.warnings += flaws.map { Rack.Warning($0) } }
        return rack
    }

    /// Whether the codes are mirror images, although the options do not say that the photo is one.
    private var isMirrored: Bool {
        let mirrored = codes.count { $0.reading.isMirrored }
        return !options.view.isFromBelow && mirrored >= 2 && 5 * mirrored >= 4 * codes.count
    }

    /// Warnings if light or blur hides parts of the box, or of the photo if no codes show where the box is.
    private var flaws: [Rack.Warning.Kind] {
        let box = codes.count < 3 ? nil : Rect(around: codes.map { $0.center })
        return PhotoFlaw.flaws(of: image, in: box, mostEdgeWidth: Self.mostEdgeWidth)
            .compactMap { Rack.Warning.Kind(rawValue: $0.rawValue) }
    }

    /// Photos of boxes as they are have 2 to 3.
    private static let mostEdgeWidth = 3.5

    private func cells(_ vials: [Rack.Vial]) -> [Rack.Cell] {
        let read = vials.map { Rack.Cell(place: $0.place, status: .read, center: $0.code.center) }
        guard let lattice = arrangement.lattice else { return read }
        let others = verdicts.map { verdict in
            Rack.Cell(
                place: verdict.place, status: verdict.status, center: lattice.map.apply(verdict.center).rounded)
        }
        return (read + others).sorted { $0.place < $1.place }
    }
}

extension Rack.Place {
    fileprivate func distance(to other: Rack.Place) -> Int {
        (row - other.row) * (row - other.row) + (col - other.col) * (col - other.col)
    }
}

/// The result of searching a whole picture.
package struct Sightings: Sendable {
    package var readings: [Reading]
    /// Centers of places that look like a symbol but could not be read.
    package var suspects: [Point]

    package init(readings: [Reading], suspects: [Point] = []) {
        self.readings = readings
        self.suspects = suspects
    }

    init(_ seen: SymbolReadings) {
        self.init(readings: seen.readings, suspects: seen.suspects.map { Point(x: $0.center.x, y: $0.center.y) })
    }
}

/// Finds cells that something lies on, such as a finger or a sheet of paper: they may hold tubes.
///
/// Where four cells meet, a box shows the same floor or dividers all over, whatever the cells hold. In a covered cell,
/// these places differ in color from those around the codes, and the cell itself from all empty cells farther away.
private struct CoveredCells {
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
