extension SymbolSearch {
    /// Looks for the first symbol of a picture without a clean one, at the outlines of all patches.
    ///
    /// A picture without symbols must not take forever: expensive steps are done only with evidence, after all cheap
    /// ones.
    ///
    /// - Returns: if nothing was read, the candidates worth fitting, likeliest first.
    mutating func searchPatches(_ planes: [Plane]) -> [LowContrastCandidate] {
        var likeliest: [LowContrastCandidate] = []
        // Dark symbols first: they are by far the most frequent.
        for polarity in [Polarity.darkOnLight, .lightOnDark] {
            guard let shots = searchPatches(planes.prefix(3), polarity) else { return [] }
            likeliest += shots
        }
        return Array(likeliest.sorted { $0.evidence > $1.evidence }.prefix(60))
    }

    /// - Returns: nil if a symbol was read, or if the task was canceled.
    private mutating func searchPatches(_ planes: some Sequence<Plane>, _ polarity: Polarity) -> [LowContrastCandidate]?
    {
        var shots = LowContrastCandidates(sizes: sizes)
        for plane in planes {
            for glance in Glance.thorough(plane, polarity) {
                if Task.isCancelled { return nil }
                // Usually one of the first glances shows the symbol well enough.
                for shot in shots.add(glance) where shot.isClear {
                    if Task.isCancelled || readAsFound(shot, effort: .thorough) { return nil }
                }
            }
        }
        let likeliest = shots.likeliest
        for shot in likeliest where !shot.isClear {
            if Task.isCancelled || readAsFound(shot, effort: shot.isCounted ? .thorough : .edged) { return nil }
        }
        return likeliest
    }

    /// Fits the outlines of candidates, and reads those that then look most like a symbol, until one is read.
    mutating func searchFits(_ shots: [LowContrastCandidate]) {
        // Several of one size are mostly the same outline, seen with another threshold or at another scale.
        var tries: [SymbolSize: Int] = [:]
        let chosen = shots.filter { shot in
            tries[shot.choice.size, default: 0] += 1
            return tries[shot.choice.size, default: 0] <= Self.mostOfOneSize
        }
        let fits = chosen.prefix(Self.mostShots).compactMap(Self.fitted).sorted { $0.excess > $1.excess }
        for fit in fits.prefix(Self.mostFits) {
            if Task.isCancelled || readThoroughly(fit) { return }
        }
    }

    /// The largest number of candidates to fit, in all and of one size.
    private static let mostShots = 10
    private static let mostOfOneSize = 2
    /// The number of fits to read with every means.
    private static let mostFits = 2

    /// Reads the modules at the outline of a patch, which is correct if a label lies flat.
    private mutating func readAsFound(_ shot: LowContrastCandidate, effort: Attempt.Effort) -> Bool {
        let choice = shot.choice
        guard choice.agreement > (shot.isCounted ? 0.45 : 0.55) else { return false }
        return shot.plane.withRaster { raster in
            let reader = reader(raster, choice.size, inverted: shot.inverted)
            guard let outcome = reader.read(choice.outline, effort: effort, withDoubts: false) else { return false }
            return add(outcome, choice.size, choice.outline, shot.plane, inverted: shot.inverted)
        }
    }

    /// Fits an outline roughly; `nil` if it does not come to look like a symbol.
    private static func fitted(_ shot: LowContrastCandidate) -> LowContrastCandidate? {
        let (outline, agreement) = shot.plane.withRaster { raster in
            Fitter(raster, size: shot.choice.size, inverted: shot.inverted)
                .refined(shot.choice.outline, from: 0.5, to: 0.25, hope: shot.leastFitted)
        }
        guard agreement > shot.leastFitted else { return nil }
        var fit = shot
        fit.choice = SizeGuess.Choice(size: shot.choice.size, outline: outline, agreement: agreement)
        return fit
    }

    /// Tries every fit that may help: with straight sides, with bulging sides; each also nudged.
    private mutating func readThoroughly(_ shot: LowContrastCandidate) -> Bool {
        let size = shot.choice.size
        return shot.plane.withRaster { raster in
            let fitter = Fitter(raster, size: size, inverted: shot.inverted)
            let reader = reader(raster, size, inverted: shot.inverted)
            var best = shot.choice.agreement
            var outline = shot.choice.outline
            for bending in [false, true] {
                let fit =
                    bending
                    ? fitter.refined(shot.choice.outline, from: 0.5, to: 0.06, bending: true)
                    : fitter.refined(shot.choice.outline, from: 0.125, to: 0.06)
                guard fit.1 >= best else { continue }
                (outline, best) = fit
                if let outcome = reader.read(outline, effort: .thorough, withDoubts: best > 0.75) {
                    return add(outcome, size, outline, shot.plane, inverted: shot.inverted)
                }
                for nudged in outline.nudged(by: 0.3 * outline.module(of: size)) where best > 0.75 {
                    guard let outcome = reader.read(nudged, effort: .quick) else { continue }
                    return add(outcome, size, nudged, shot.plane, inverted: shot.inverted)
                }
            }
            note(outline, best, shot.plane)
            return false
        }
    }

    /// Tries the sizes most common on small labels, at every scale, until one is read.
    ///
    /// - Parameter share: the half of the places to search, 0 or 1.
    mutating func searchUnknown(_ planes: [Plane], share: Int) {
        for plane in planes.reversed() where min(plane.width, plane.height) >= 64 {
            for side: Float in [34, 48, 66] {
                let priors = SizePrior.common(side: side * Float(plane.scale)).filter { sizes.contains($0.size) }
                let spots = spots(in: plane, side: side)
                let places = spots.indices.filter { $0 % 2 == share }.map { spots[$0] }
                    .filter { !isInside($0.center * Float(plane.scale), muchLargerThan: side * Float(plane.scale)) }
                search(places, in: plane, radius: 0.3 * side, priors: priors, patience: 3)
                if !found.isEmpty || Task.isCancelled { return }
            }
        }
    }
}

extension Outline {
    /// Variants with one side moved outward or inward: print that bleeds or fades shifts sides against each other.
    fileprivate func nudged(by distance: Float) -> [Outline] {
        let right = (bottomRight - bottomLeft) / max(length(bottomRight - bottomLeft), 1) * distance
        let up = (topLeft - bottomLeft) / max(length(topLeft - bottomLeft), 1) * distance
        return [Float(1), -1].flatMap { sign in
            var sides = [self, self, self, self]
            sides[0].topLeft += right * sign
            sides[0].bottomLeft += right * sign
            sides[1].topRight += right * sign
            sides[1].bottomRight += right * sign
            sides[2].topLeft += up * sign
            sides[2].topRight += up * sign
            sides[3].bottomLeft += up * sign
            sides[3].bottomRight += up * sign
            return sides
        }
    }
}

/// A size at an outline that may be wrong.
struct LowContrastCandidate: Sendable {
    fileprivate var choice: SizeGuess.Choice
    /// The strength of the evidence for it.
    fileprivate let evidence: Float
    /// Whether the timing patterns have as many modules as the size.
    fileprivate let isCounted: Bool
    fileprivate let plane: Plane
    fileprivate let inverted: Bool

    /// Whether it is good enough to be read before anything else.
    fileprivate var isClear: Bool { choice.agreement > (isCounted ? 0.7 : 0.85) }

    /// The agreement after a rough fit from which a closer look is worthwhile; with more modules, less is enough.
    fileprivate var leastFitted: Float { isCounted ? 0.5 : 0.4 + 2 / SizeGuess.weight(choice.size) }
    fileprivate var excess: Float { choice.agreement - leastFitted }
}

/// All candidates of a picture so far, of one polarity.
private struct LowContrastCandidates {
    let sizes: [SymbolSize]
    private var shots: [LowContrastCandidate] = []
    /// The outlines that were tried, in pixels of the view.
    private var seen: [Seen] = []

    private struct Seen {
        let outline: Outline
        let scale: Double
    }

    init(sizes: [SymbolSize]) {
        self.sizes = sizes
    }

    /// Adds the new outlines of a glance, and returns their candidates, likeliest first.
    mutating func add(_ glance: Glance) -> [LowContrastCandidate] {
        let inverted = glance.polarity == .lightOnDark
        let plane = glance.plane
        let new = glance.candidates.flatMap { $0.outlines }.filter { isNew($0, plane.scale) }
        let found = plane.withRaster { raster in
            let guess = SizeGuess(raster: raster, inverted: inverted, sizes: sizes)
            return new.flatMap { outline in
                guess.longShots(at: outline, most: 20).map { shot in
                    LowContrastCandidate(
                        choice: shot.choice, evidence: shot.evidence, isCounted: shot.isCounted, plane: plane,
                        inverted: inverted)
                }
            }
        }
        shots += found
        return found.sorted { $0.evidence > $1.evidence }
    }

    /// Another threshold often gives the same outline again.
    private mutating func isNew(_ outline: Outline, _ scale: Double) -> Bool {
        let isKnown = seen.contains { $0.scale == scale && $0.outline.isWithin(0.5, of: outline) }
        if !isKnown { seen.append(Seen(outline: outline, scale: scale)) }
        return !isKnown
    }

    /// Those worth a try, likeliest first.
    var likeliest: [LowContrastCandidate] {
        Array(shots.sorted { $0.evidence > $1.evidence }.prefix(60))
    }
}

extension Outline {
    fileprivate func isWithin(_ distance: Float, of other: Outline) -> Bool {
        length(topLeft - other.topLeft) < distance && length(topRight - other.topRight) < distance
            && length(bottomRight - other.bottomRight) < distance && length(bottomLeft - other.bottomLeft) < distance
    }
}
