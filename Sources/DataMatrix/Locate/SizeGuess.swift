/// Which sizes a outline may have, from its shape and from what was read elsewhere in the same picture.
struct SizeGuess {
    /// A size and the outline to read it at: rectangles may have to be mirrored.
    struct Choice {
        let size: SymbolSize
        let outline: Outline
        let agreement: Float
    }

    let raster: Raster
    let inverted: Bool
    let sizes: [SymbolSize]

    /// Below this many pixels a module cannot be told from its neighbors.
    static let smallestModule: Float = 1.4

    /// The sizes that agree best with the picture at a place, best first.
    func choices(at place: Outline, most: Int) -> [Choice] {
        var choices: [Choice] = []
        for size in sizes {
            consider(size, place, &choices)
            if size.rows != size.columns { consider(size, place.mirrored, &choices) }
        }
        return Array(choices.sorted { $0.agreement > $1.agreement }.prefix(most))
    }

    private func consider(_ size: SymbolSize, _ place: Outline, _ choices: inout [Choice]) {
        let moduleWidth = place.width / Float(size.columns)
        let moduleHeight = place.height / Float(size.rows)
        guard min(moduleWidth, moduleHeight) >= Self.smallestModule else { return }
        guard max(moduleWidth, moduleHeight) < 1.6 * min(moduleWidth, moduleHeight) else { return }
        let agreement = Fitter(raster, size: size, inverted: inverted).agreement(place)
        guard agreement > 0.45 else { return }
        choices.append(Choice(size: size, outline: place, agreement: agreement))
    }
}
