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
    ///
    /// Large symbols are hard to place to half a module at both ends at once, but have many modules to agree with:
    /// with more effort a lower agreement of more of them counts as well.
    func choices(at place: Outline, most: Int, effort: Effort) -> [Choice] {
        var choices: [(Choice, rank: Float)] = []
        for size in sizes {
            let template = BorderTemplate.of(size)
            let weight = effort == .quick ? 1 : Float(template.positions.count).squareRoot()
            let least = effort == .quick ? 0.45 : 2 / weight
            for place in size.isSquare ? [place] : [place, place.mirrored] where fits(size, place) {
                let agreement = Fitter(raster, size: size, inverted: inverted).agreement(place)
                guard agreement > least else { continue }
                choices.append((Choice(size: size, outline: place, agreement: agreement), agreement * weight))
            }
        }
        let counted = effort == .thorough ? self.counted(at: place) : []
        return counted + choices.sorted { $0.rank > $1.rank }.prefix(most).map(\.0)
    }

    /// The sizes that the timing pattern counts up to.
    private func counted(at place: Outline) -> [Choice] {
        var choices: [Choice] = []
        for place in [place, place.mirrored] {
            let columns = TimingTrack.counts(raster, place, border: .top, inverted: inverted)
            let rows = TimingTrack.counts(raster, place, border: .right, inverted: inverted)
            for size in sizes where columns.contains(size.columns) && rows.contains(size.rows) {
                let agreement = Fitter(raster, size: size, inverted: inverted).agreement(place)
                choices.append(Choice(size: size, outline: place, agreement: agreement))
            }
        }
        return choices.sorted { $0.agreement > $1.agreement }
    }

    private func fits(_ size: SymbolSize, _ place: Outline) -> Bool {
        let width = place.width / Float(size.columns)
        let height = place.height / Float(size.rows)
        return min(width, height) >= Self.smallestModule && max(width, height) < 1.6 * min(width, height)
    }
}
