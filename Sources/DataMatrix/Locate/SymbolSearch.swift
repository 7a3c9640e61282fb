/// The state of a search through one picture: the symbols read so far, and places that only look like a symbol.
struct SymbolSearch: Sendable {
    let sizes: [SymbolSize]
    private(set) var found: [Found] = []
    /// Glances whose patches are still to be read.
    var glances: [Glance] = []
    private var doubtful: [(outline: Outline, agreement: Float)] = []

    struct Found: Sendable {
        let reading: Reading
        /// In pixels of the view.
        let outline: Outline
    }

    /// Whether symbols are expected to be mirrored before any is read.
    private let expectsMirrored: Bool

    init(sizes: [SymbolSize], expectsMirrored: Bool = false) {
        self.sizes = sizes
        self.expectsMirrored = expectsMirrored
    }

    /// A reader for the orientation that most symbols so far have: a photo is mirrored as a whole.
    func reader(_ raster: Raster, _ size: SymbolSize, inverted: Bool) -> Attempt {
        let mirrored = found.count { $0.reading.isMirrored }
        return Attempt(
            raster: raster, size: size, inverted: inverted,
            expectsMirrored: found.isEmpty ? expectsMirrored : 2 * mirrored > found.count)
    }

    /// Whether a position is inside a symbol that is already read.
    func isRead(_ point: SIMD2<Float>) -> Bool { found.contains { $0.outline.contains(point) } }

    /// Whether a position is inside something large that looks like a symbol but could not be read: then it shows
    /// modules of that.
    func isInside(_ point: SIMD2<Float>, muchLargerThan side: Float) -> Bool {
        doubtful.contains { min($0.outline.width, $0.outline.height) > 1.6 * side && $0.outline.contains(point) }
    }

    /// Adds the results of another search of the same picture.
    mutating func merge(_ other: SymbolSearch) {
        found += other.found.filter { !isRead($0.outline.center) }
        doubtful += other.doubtful
        glances += other.glances
    }

    /// Places that look like a symbol but were not read, the most similar first, without duplicates.
    var suspects: [UnreadSymbol] {
        var kept: [UnreadSymbol] = []
        var outlines: [Outline] = []
        for entry in doubtful.sorted(by: { $0.agreement > $1.agreement }) {
            let center = entry.outline.center
            guard !isRead(center), !outlines.contains(where: { $0.contains(center) }) else { continue }
            outlines.append(entry.outline)
            kept.append(UnreadSymbol(corners: entry.outline.corners, likeness: Double(entry.agreement)))
        }
        return kept
    }

    /// Tries to read a symbol at about this place in a plane.
    mutating func read(_ place: Outline, _ raster: Raster, _ plane: Plane, inverted: Bool) -> Bool {
        let preferred = SizeGuess(raster: raster, inverted: inverted, sizes: sizesSoFar)
        for choice in preferred.choices(at: place, most: 1, least: 0.6) {
            if attempt(choice, raster, plane, inverted: inverted) { return true }
        }
        // In a picture with many clean symbols, doubtful ones are not worth the effort: similar ones are found by their
        // texture.
        let guess = SizeGuess(raster: raster, inverted: inverted, sizes: sizes)
        for choice in guess.choices(at: place, most: 3, least: found.count < 8 ? 0.45 : 0.6, byEdges: found.isEmpty) {
            if attempt(choice, raster, plane, inverted: inverted) { return true }
        }
        return false
    }

    /// The sizes read so far in this picture: most photos show one kind of label.
    private var sizesSoFar: [SymbolSize] {
        var seen: [SymbolSize] = []
        for entry in found where !seen.contains(entry.reading.size) { seen.append(entry.reading.size) }
        return seen
    }

    /// Fits and reads one size at one place, with no more work than the place seems worth.
    mutating func attempt(_ choice: SizeGuess.Choice, _ raster: Raster, _ plane: Plane, inverted: Bool) -> Bool {
        guard !isRead(choice.outline.center * Float(plane.scale)) else { return false }
        let fitter = Fitter(raster, size: choice.size, inverted: inverted)
        let reader = reader(raster, choice.size, inverted: inverted)
        let isClean = choice.agreement > 0.9
        if isClean || choice.agreement > 0.8,
            let outcome = reader.read(choice.outline, effort: isClean ? .quick : .edged)
        {
            return add(outcome, choice.size, choice.outline, plane, inverted: inverted)
        }
        let (rough, likeness) = fitter.refined(choice.outline, from: 0.5, to: 0.25, hope: Self.leastLikeness)
        guard likeness > Self.leastLikeness, !isRead(rough.center * Float(plane.scale)) else { return false }
        if let outcome = reader.read(rough, effort: .quick) {
            return add(outcome, choice.size, rough, plane, inverted: inverted)
        }
        let (fine, agreement) = fitter.refined(rough, from: 0.125, to: 0.06)
        if let outcome = reader.read(fine, effort: agreement > 0.84 ? .thorough : .quick, withDoubts: agreement > 0.9) {
            return add(outcome, choice.size, fine, plane, inverted: inverted)
        }
        note(fine, agreement, plane)
        return false
    }

    /// The least agreement after a rough fit at which reading is worthwhile. All of 240 symbols read in photos of
    /// pucks, trays and boxes had more, and nearly all more than 0.9.
    private static let leastLikeness: Float = 0.68

    /// Records a place that looks like a symbol.
    mutating func note(_ place: Outline, _ agreement: Float, _ plane: Plane) {
        if agreement > 0.8 { doubtful.append((place.scaled(by: Float(plane.scale)), agreement)) }
    }

    /// Records a reading. Always returns true, so that callers can return it.
    mutating func add(
        _ outcome: Attempt.Outcome, _ size: SymbolSize, _ place: Outline, _ plane: Plane, inverted: Bool
    ) -> Bool {
        let outline = place.scaled(by: Float(plane.scale))
        let own = outcome.isMirrored ? outline.mirrored : outline
        let reading = Reading(
            message: outcome.decoded.message, size: size, corners: own.corners,
            errorsCorrected: outcome.decoded.errorsCorrected, erasures: outcome.decoded.erasures,
            isInverted: inverted, isMirrored: own.isMirrored, isConfirmed: outcome.isConfirmed)
        found.append(Found(reading: reading, outline: outline))
        return true
    }
}

extension Outline {
    /// In the order of ``Reading/corners``.
    var corners: [SIMD2<Double>] {
        [topLeft, topRight, bottomRight, bottomLeft].map { SIMD2(Double($0.x), Double($0.y)) }
    }

    /// Whether its corners run counterclockwise in the picture.
    fileprivate var isMirrored: Bool { cross(bottomRight - bottomLeft, topLeft - bottomLeft) > 0 }
}
