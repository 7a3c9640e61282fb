import EspyBase
import EspyPixels

/// Puts codes into rows and columns.
struct Arranger {
    let codes: [SeenCode]
    let image: RGBImage
    let grid: RackGrid

    func arrange() -> Arrangement {
        guard !codes.isEmpty else { return emptyBox() }
        if case .tolerance(let pixels) = grid { return grouped(by: pixels, layout: .tolerance) }
        let sites = codes.map { LatticeSite(center: $0.center, side: $0.side) }
        guard let lattice = LatticeFinder.lattice(through: sites) else { return unordered() }
        return LatticeArranger(codes: codes, image: image, grid: grid, lattice: lattice).arrange()
    }

    /// A box of known size has its cells even if nothing was read; where they are in the picture is not known.
    private func emptyBox() -> Arrangement {
        var result = Arrangement.empty
        if case .size(let rows, let cols) = grid { (result.rows, result.cols, result.layout) = (rows, cols, .given) }
        if case .tolerance = grid { result.layout = .tolerance }
        return result
    }

    /// Codes that form no lattice: an order of reading, and a word about it.
    private func unordered() -> Arrangement {
        let side = median(codes.map(\.side)) ?? 1
        var result = grouped(by: 1.2 * side, layout: codes.count > 1 ? .unordered : .occupied)
        if codes.count > 1 { result.warnings.append(Rack.Warning(.noLattice)) }
        result.warnings.append(Rack.Warning(.originUnknown))
        return result
    }

    private func grouped(by tolerance: Double, layout: Rack.Layout) -> Arrangement {
        let places = RowGrouping.places(codes.map(\.center), tolerance: tolerance)
        return Arrangement(
            places: places, rows: (places.map(\.row).max() ?? -1) + 1, cols: (places.map(\.col).max() ?? -1) + 1,
            origin: .occupiedArea, layout: layout)
    }
}
