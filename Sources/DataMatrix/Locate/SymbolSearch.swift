/// The state of one search through one picture: what was read so far, and what still only looks like a symbol.
struct SymbolSearch {
    let sizes: [SymbolSize]
    private(set) var found: [Found] = []
    private(set) var suspects: [Suspect] = []

    struct Found {
        let reading: Reading
        /// In pixels of the view.
        let outline: Outline
    }

    init(sizes: [SymbolSize]) {
        self.sizes = sizes
    }

    /// Looks for symbols whose finder hangs together as one patch.
    mutating func searchPatches(in plane: Plane, inverted: Bool, fraction: Float) {
        plane.withRaster { raster in
            let threshold = LocalThreshold(raster, fraction: fraction, contrast: 24)
            let patches = ComponentFinder.components(
                in: raster, threshold: threshold, inverted: inverted, minimumSide: 14)
            for patch in patches {
                let center = SIMD2(Float(patch.left + patch.right), Float(patch.top + patch.bottom)) / 2
                if isRead(center * Float(plane.scale)) { continue }
                let corners = FinderCorner.candidates(
                    of: patch, in: raster, threshold: threshold, inverted: inverted)
                for corner in corners where read(corner.outline, raster, plane, inverted: inverted) { break }
            }
        }
    }

    /// Whether a position lies in a symbol that is read already.
    func isRead(_ point: SIMD2<Float>) -> Bool { found.contains { $0.outline.contains(point) } }

    /// Tries to read a symbol at about this place of a plane.
    mutating func read(_ place: Outline, _ raster: Raster, _ plane: Plane, inverted: Bool) -> Bool {
        for choice in SizeGuess(raster: raster, inverted: inverted, sizes: preferredSizes).choices(at: place, most: 1)
        where choice.agreement > 0.5 {
            if attempt(choice, raster, plane, inverted: inverted, floor: 0.7) { return true }
        }
        for choice in SizeGuess(raster: raster, inverted: inverted, sizes: sizes).choices(at: place, most: 3) {
            if attempt(choice, raster, plane, inverted: inverted, floor: 0.55) { return true }
        }
        return false
    }

    /// The sizes read so far in this picture: most photos show one kind of label.
    private var preferredSizes: [SymbolSize] {
        var seen: [SymbolSize] = []
        for entry in found where !seen.contains(entry.reading.size) { seen.append(entry.reading.size) }
        return seen
    }

    mutating func attempt(
        _ choice: SizeGuess.Choice, _ raster: Raster, _ plane: Plane, inverted: Bool, floor: Float
    ) -> Bool {
        let fitter = Fitter(raster, size: choice.size, inverted: inverted)
        let reader = Attempt(raster: raster, size: choice.size, inverted: inverted)
        // A rough fit settles most cases, for good or for bad; only the rest is worth a fine one.
        var (place, agreement) = fitter.refined(choice.outline, from: 0.5, to: 0.25)
        guard agreement > floor - 0.1, !isRead(place.center * Float(plane.scale)) else { return false }
        var outcome = agreement > 0.85 ? reader.read(place) : nil
        if outcome == nil {
            (place, agreement) = fitter.refined(place, from: 0.125, to: 0.06)
            outcome = agreement > floor ? reader.read(place) : nil
        }
        guard let outcome else { return false }
        add(outcome, size: choice.size, place: place.scaled(by: Float(plane.scale)), inverted: inverted)
        return true
    }

    private mutating func add(_ outcome: Attempt.Outcome, size: SymbolSize, place: Outline, inverted: Bool) {
        let own = outcome.isMirrored ? place.mirrored : place
        let corners = [own.topLeft, own.topRight, own.bottomRight, own.bottomLeft].map {
            SIMD2<Double>(Double($0.x), Double($0.y))
        }
        let reading = Reading(
            message: outcome.decoded.message, size: size, corners: corners,
            errorsCorrected: outcome.decoded.errorsCorrected, erasures: outcome.decoded.erasures,
            isInverted: inverted, isMirrored: cross(own.bottomRight - own.bottomLeft, own.topLeft - own.bottomLeft) > 0,
            isConfirmed: outcome.isConfirmed)
        found.append(Found(reading: reading, outline: place))
    }
}
