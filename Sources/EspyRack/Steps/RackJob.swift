import DataMatrix
import EspyBase
import EspyPixels

/// One photo on its way to a result.
struct RackJob: Sendable {
    private let image: RGBImage
    private let view: GrayView
    private var codes: [SeenCode]
    private let suspects: [Point]
    private var arrangement: Arrangement
    private var verdicts: [CellClassifier.Verdict] = []

    /// Puts the codes in their cells.
    init(image: RGBImage, view: GrayView, seen: Sightings, grid: RackGrid, corners: ShownCorners?) {
        self.image = image
        self.view = view
        codes = SeenCode.distinct(seen.readings)
        suspects = seen.suspects
        arrangement = Arranger(codes: codes, image: image, grid: grid, corners: corners).arrange()
    }

    /// Says what the cells without a value hold.
    mutating func classify() async {
        let places = arrangement.openPlaces
        guard let lattice = arrangement.lattice, !places.isEmpty else { return }
        let cells = CellRange(rows: 0...arrangement.rows - 1, cols: 0...arrangement.cols - 1)
        let rectified = RectifiedImage(image, map: lattice.map, cells: cells.grown(by: 1), resolution: 32)
        let placed = zip(codes, arrangement.places).compactMap { code, place in place.map { (code, $0) } }
        let centers = placed.map { lattice.position(of: $0.0.center) }
        let sides = placed.map { $0.0.side / lattice.pitch(at: $0.1) }
        // Scanners see tubes in a plate to a hundredth of a cell; a hand-held photo of a box is ten times worse.
        let classifier = CellClassifier(
            rectified, codeCenters: centers, codeSide: median(sides) ?? 0.35, open: places,
            isStraight: lattice.scatter < 0.04)
        verdicts = classifier.verdicts(suspects: suspects.map(lattice.position))
    }

    /// Looks once more into the cells that seem to hold a code, several at a time.
    mutating func reread(with source: any CodeSource) async {
        guard let lattice = arrangement.lattice else { return }
        let models = codes.indices.compactMap { index in
            arrangement.places[index].map { (place: $0, code: codes[index]) }
        }
        let view = view
        let found = await withTaskGroup(of: (Int, Reading?).self) { group in
            for (index, verdict) in verdicts.enumerated() where verdict.status == .unread {
                let nearest = models.min { $0.place.distance(to: verdict.place) < $1.place.distance(to: verdict.place) }
                guard let model = nearest?.code.reading else { continue }
                let center = lattice.map.apply(verdict.center)
                let radius = 0.25 * lattice.pitch(at: verdict.place)
                group.addTask {
                    guard !Task.isCancelled else { return (index, nil) }
                    let reading = source.read(view, near: SIMD2(center.x, center.y), radius: radius, like: model)
                    return (index, reading)
                }
            }
            return await group.reduce(into: [Int: Reading]()) { found, next in found[next.0] = next.1 }
        }
        accept(found)
    }

    private mutating func accept(_ found: [Int: Reading]) {
        var filled: Set<Int> = []
        for (index, reading) in found.sorted(by: { $0.key < $1.key }) {
            let code = SeenCode(reading)
            // A code that leans over from the next cell is known already.
            guard SeenCode.distinct(codes.map(\.reading) + [reading]).count > codes.count else { continue }
            codes.append(code)
            arrangement.places.append(verdicts[index].place)
            filled.insert(index)
        }
        verdicts = verdicts.indices.filter { !filled.contains($0) }.map { verdicts[$0] }
    }

    var result: Rack {
        let vials = zip(codes, arrangement.places)
            .compactMap { code, place in place.map { Rack.Vial(code: code.asCode, place: $0) } }
            .sorted { $0.place < $1.place }
        let outside = zip(codes, arrangement.places).filter { $0.1 == nil }.map(\.0.asCode)
            .sorted { ($0.y, $0.x) < ($1.y, $1.x) }
        var rack = Rack(
            width: image.width, height: image.height, rows: arrangement.rows, cols: arrangement.cols,
            origin: arrangement.origin, layout: arrangement.layout, outline: arrangement.outline, cells: cells(vials),
            vials: vials, outside: outside, duplicates: [], warnings: arrangement.warnings)
        rack.markDuplicates()
        let unread = rack.cells.filter { $0.status == .unread }.map(\.place)
        if !unread.isEmpty { rack.warnings.append(Rack.Warning(.unread, places: unread)) }
        return rack
    }

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
