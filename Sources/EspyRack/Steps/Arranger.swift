import EspyBase
import EspyPixels

/// Puts codes into rows and columns.
struct Arranger {
    let codes: [SeenCode]
    let image: RGBImage
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

    /// The lattice as the corners have it that a person has shown; nil where nobody has, or where they do not fit the codes.
    private func anchored(_ lattice: Lattice?, _ sites: [LatticeSite]) -> ShownCorners.Anchored? {
        guard let corners else { return nil }
        return lattice.flatMap { corners.anchored(in: $0, sites, size: grid.size) }
            ?? grid.size.flatMap { corners.anchored(sites, size: $0) }
    }

    /// A box of known size has its cells even if nothing was read; where they are in the picture is not known.
    private func emptyBox() -> Arrangement {
        var result = Arrangement.empty
        if case .size(let rows, let cols) = grid { (result.rows, result.cols, result.layout) = (rows, cols, .given) }
        if case .tolerance = grid { result.layout = .tolerance }
        return result
    }

    /// The only tube of a holder for one.
    private func single() -> Arrangement {
        Arrangement(places: [Rack.Place(row: 0, col: 0)], rows: 1, cols: 1, origin: .box, layout: .given)
    }

    /// Codes that form no lattice: an order of reading, and a word about it.
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
