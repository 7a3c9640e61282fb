/// Which sizes an outline may have, from its shape and from what was read elsewhere in the same picture.
struct SizeGuess {
    /// A size and the outline to read it at: rectangles may have to be mirrored.
    struct Choice: Sendable {
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
    /// Where none agrees well, the timing pattern decides between twice as many: it tells sizes apart that the finder
    /// does not.
    ///
    /// - Parameter byEdges: worth more time, for the first symbol of a picture: where modules are unevenly spaced, only
    ///   the edges that the picture shows tell.
    func choices(at place: Outline, most: Int, least: Float, byEdges: Bool = false) -> [Choice] {
        let good = all(at: place) { _ in least }.sorted { $0.agreement > $1.agreement }
        guard good.count > most, good[0].agreement < 0.9 else { return Array(good.prefix(most)) }
        let tried = good.prefix(2 * most)
        var timing = tried.map {
            Attempt.timingShare(ModuleGrid(raster, $0.outline, size: $0.size, inverted: inverted))
        }
        if byEdges, good[0].agreement > 0.8, timing.allSatisfy({ $0 < 0.8 }) {
            timing = tried.map {
                Attempt.timingShare(ModuleGrid(edges: raster, $0.outline, size: $0.size, inverted: inverted))
            }
        }
        let ranked = zip(tried, timing).sorted { $0.0.agreement + $0.1 > $1.0.agreement + $1.1 }
        return ranked.prefix(most).map { $0.0 }
    }

    /// The sizes that may be meant although the outline is off, each with how much speaks for it.
    ///
    /// Large symbols are hard to place to half a module at both ends at once, but have many modules to agree with: a
    /// lower agreement of more of them counts as well. So does a timing pattern that counts up to the size.
    func longShots(at place: Outline, most: Int) -> [(choice: Choice, evidence: Float, isCounted: Bool)] {
        let columns = TimingTrack.counts(raster, place, border: .top, inverted: inverted)
        let rows = TimingTrack.counts(raster, place, border: .right, inverted: inverted)
        let shots = all(at: place) { 1.5 / Self.weight($0) }.map {
            choice -> (choice: Choice, evidence: Float, isCounted: Bool) in
            // Mirrored rectangles swap the borders.
            let isCounted =
                columns.contains(choice.size.columns) && rows.contains(choice.size.rows)
                || columns.contains(choice.size.rows) && rows.contains(choice.size.columns)
            return (choice, choice.agreement * Self.weight(choice.size) + (isCounted ? 5 : 0), isCounted)
        }
        return Array(shots.sorted { $0.evidence > $1.evidence }.prefix(most))
    }

    /// Agreements of chance scatter by the inverse of this.
    static func weight(_ size: SymbolSize) -> Float {
        Float(BorderTemplate.of(size).positions.count).squareRoot()
    }

    private func all(at place: Outline, least: (SymbolSize) -> Float) -> [Choice] {
        sizes.flatMap { size in
            (size.isSquare ? [place] : [place, place.mirrored]).compactMap { place in
                guard fits(size, place) else { return nil }
                let agreement = Fitter(raster, size: size, inverted: inverted).agreement(place)
                return agreement > least(size) ? Choice(size: size, outline: place, agreement: agreement) : nil
            }
        }
    }

    private func fits(_ size: SymbolSize, _ place: Outline) -> Bool {
        let width = place.width / Float(size.columns)
        let height = place.height / Float(size.rows)
        return min(width, height) >= Self.smallestModule && max(width, height) < 1.6 * min(width, height)
    }
}
