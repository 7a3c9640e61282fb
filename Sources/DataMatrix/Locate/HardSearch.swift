extension SymbolSearch {
    /// Looks for the first symbol of a picture that shows no clean one, with every means, until one is read.
    ///
    /// A picture without any symbol must not take forever: only the likeliest places are tried.
    mutating func searchHard(_ planes: [Plane]) {
        let shots = longShots(planes).sorted { $0.evidence > $1.evidence }
        for shot in shots.prefix(Self.mostShots) {
            if Task.isCancelled { return }
            let hasRead = shot.plane.withRaster { raster in
                attemptThoroughly(shot.choice, raster, shot.plane, inverted: shot.inverted)
            }
            if hasRead { return }
        }
        searchUnknown(planes)
    }

    private static let mostShots = 60

    private struct LongShot {
        let choice: SizeGuess.Choice
        let evidence: Float
        let plane: Plane
        let inverted: Bool
    }

    private func longShots(_ planes: [Plane]) -> [LongShot] {
        var shots: [LongShot] = []
        for plane in planes.prefix(3) {
            for polarity in [Polarity.darkOnLight, .lightOnDark] {
                for glance in Glance.thorough(plane, polarity) {
                    if Task.isCancelled { return shots }
                    shots += longShots(glance)
                }
            }
        }
        return shots
    }

    private func longShots(_ glance: Glance) -> [LongShot] {
        let inverted = glance.polarity == .lightOnDark
        return glance.plane.withRaster { raster in
            let guess = SizeGuess(raster: raster, inverted: inverted, sizes: sizes)
            return glance.candidates.flatMap(\.outlines).flatMap { outline in
                guess.longShots(at: outline, most: 20).map {
                    LongShot(choice: $0.choice, evidence: $0.evidence, plane: glance.plane, inverted: inverted)
                }
            }
        }
    }

    /// Every fit that may help: as found, with straight sides, with sides that bulge; each also nudged.
    private mutating func attemptThoroughly(
        _ choice: SizeGuess.Choice, _ raster: Raster, _ plane: Plane, inverted: Bool
    ) -> Bool {
        let fitter = Fitter(raster, size: choice.size, inverted: inverted)
        let reader = Attempt(raster: raster, size: choice.size, inverted: inverted)
        var best: (outline: Outline, agreement: Float) = (choice.outline, choice.agreement)
        for bending in [nil, false, true] {
            if let bending {
                let fit = fitter.refined(choice.outline, from: 0.5, to: 0.06, hope: 0.5, bending: bending)
                guard fit.1 > best.agreement else { continue }
                best = fit
            }
            guard best.agreement > 0.4 else { continue }
            if let outcome = reader.read(best.outline, effort: .thorough, withDoubts: best.agreement > 0.75) {
                return add(outcome, choice.size, best.outline, plane, inverted: inverted)
            }
            for outline in best.outline.nudged(by: 0.3 * best.outline.module(of: choice.size))
            where best.agreement > 0.75 {
                guard let outcome = reader.read(outline, effort: .quick) else { continue }
                return add(outcome, choice.size, outline, plane, inverted: inverted)
            }
        }
        note(best.outline, best.agreement, plane)
        return false
    }

    /// Tries the sizes used most on small labels, at every scale.
    private mutating func searchUnknown(_ planes: [Plane]) {
        for plane in planes.reversed() where min(plane.width, plane.height) >= 64 {
            for side: Float in [34, 48, 66] {
                let priors = SizePrior.common(side: side * Float(plane.scale)).filter { sizes.contains($0.size) }
                search(spots(in: plane, side: side), in: plane, radius: 0.3 * side, priors: priors, patience: 6)
                if !found.isEmpty || Task.isCancelled { return }
            }
        }
    }
}

extension Outline {
    /// With one side at a time moved out or in: print that bleeds or fades shifts sides against each other.
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
