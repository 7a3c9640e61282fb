/// Chooses the possible sizes of an outline, from its shape and from symbols read elsewhere in the picture.
struct SizeGuess {
    /// A size and the outline at which to read it: rectangles may have to be mirrored.
    struct Choice: Sendable {
        let size: SymbolSize
        let outline: Outline
        let agreement: Float
    }

    let raster: Raster
    let inverted: Bool
    let sizes: [SymbolSize]

    /// With fewer pixels, a module cannot be distinguished from its neighbors.
    static let smallestModule: Float = 1.4

    /// Returns the sizes that best match the picture at a place, best first.
    ///
    /// If none matches well, the timing pattern decides among twice as many: it distinguishes sizes that the finder
    /// does not.
    ///
    /// - Parameter byEdges: for the first symbol of a picture, which is worth more time: if modules are unevenly
    ///   spaced, only the visible edges distinguish sizes.
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

    /// Returns the sizes that are possible although the outline is off, each with its evidence.
    ///
    /// Large symbols are hard to place to half a module at both ends at once, but have many modules to compare: a lower
    /// agreement of more modules counts as much. So does a timing pattern with the right number of modules.
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

    /// The inverse of this is the spread of chance agreements.
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

/// The alternating row or column of a symbol in the picture: the number of modules along a side.
private struct TimingTrack {
    /// A border opposite to the solid finder.
    enum Border {
        case top
        case right
    }

    /// Modules along the border.
    let count: Int

    /// - Parameters:
    ///   - inset: distance from the outline, as a share of the other side's length.
    ///   - steps: the number of samples.
    init?(_ raster: Raster, _ map: UnitMap, border: Border, inset: Float, steps: Int, inverted: Bool) {
        let values = raster.samples(map, count: steps, inverted: inverted) { step in
            let along = (Float(step) + 0.5) / Float(steps)
            return border == .top ? SIMD2(along, inset) : SIMD2(1 - inset, along)
        }
        guard let low = values.min(), let high = values.max(), high - low > 20 else { return nil }
        let runs = Self.runs(values, limit: (low + high) / 2)
        // Both borders have the finder's dark module at one end and a light one at the other.
        guard runs.count >= 8, runs.count % 2 == 0, runs[0] == (border == .top) else { return nil }
        count = runs.count
    }

    /// Whether each run of equal values is dark.
    private static func runs(_ values: [Float], limit: Float) -> [Bool] {
        var runs: [Bool] = []
        for value in values where runs.last != (value < limit) { runs.append(value < limit) }
        return runs
    }

    /// The possible numbers of modules along a border, at several distances from the outline's edge.
    static func counts(_ raster: Raster, _ outline: Outline, border: Border, inverted: Bool) -> Set<Int> {
        let map = UnitMap(outline)
        let along = border == .top ? outline.width : outline.height
        let across = border == .top ? outline.height : outline.width
        let counts = [Float(1), 1.5, 2, 3, 4.5, 6].compactMap { pixels in
            TimingTrack(
                raster, map, border: border, inset: pixels / across, steps: Int(2 * along), inverted: inverted)?.count
        }
        return Set(counts)
    }
}

/// An expected size, module size and polarity.
struct SizePrior: Sendable {
    let size: SymbolSize
    /// Pixels of the view per module.
    let module: Float
    /// Factors of `module` to try.
    let scales: [Float]
    /// `nil` for both.
    let polarity: Polarity?

    /// Length of the longer side in pixels of the view.
    var side: Float { module * Float(max(size.rows, size.columns)) }

    /// The plane in which a module has two to four pixels: sharp enough to read, small enough to search quickly.
    func plane(of planes: [Plane]) -> Plane {
        planes.last { module / Float($0.scale) >= 1.9 } ?? planes[0]
    }

    /// The squares most common on small labels.
    static func common(side: Float) -> [SizePrior] {
        SymbolSize.square.filter { $0.rows <= 20 }.map { size in
            SizePrior(
                size: size, module: side / Float(size.rows), scales: [1, 0.92, 1.08, 0.85, 1.17], polarity: nil)
        }
    }

    /// One for each size and polarity read so far, with their median module size, most frequent first: a photo mostly
    /// shows one kind of label.
    static func like(_ found: [SymbolSearch.Found]) -> [SizePrior] {
        var modules: [Kind: [Float]] = [:]
        for entry in found {
            let kind = Kind(size: entry.reading.size, isInverted: entry.reading.isInverted)
            modules[kind, default: []].append(entry.outline.module(of: entry.reading.size))
        }
        let ranked = modules.sorted { ($0.value.count, $0.key.size.index) > ($1.value.count, $1.key.size.index) }
        return ranked.map { kind, modules in
            SizePrior(
                size: kind.size, module: modules.sorted()[modules.count / 2], scales: [1, 0.93, 1.07],
                polarity: kind.isInverted ? .lightOnDark : .darkOnLight)
        }
    }

    private struct Kind: Hashable {
        let size: SymbolSize
        let isInverted: Bool
    }
}

extension Outline {
    /// Mean pixels per module.
    func module(of size: SymbolSize) -> Float {
        0.5 * (width / Float(size.columns) + height / Float(size.rows))
    }
}
