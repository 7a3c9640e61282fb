extension SymbolSearch {
    /// Looks at places, most promising first, by the border alone: for symbols whose finder is broken by glare, ink
    /// or blur.
    ///
    /// - Parameter patience: how many places in a row may turn out to be nothing before the rest is left alone.
    mutating func search(_ spots: [Spot], in plane: Plane, radius: Float, priors: [SizePrior], patience: Int) {
        plane.withRaster { raster in
            var left = patience
            for spot in spots where !isRead(spot.center * Float(plane.scale)) {
                guard left > 0, !Task.isCancelled else { return }
                let hasRead = look(around: spot.center, radius: radius, raster, plane, priors: priors, thorough: false)
                left = hasRead ? patience : left - 1
            }
        }
    }

    /// Places of a plane where a symbol of about `side` pixels may lie, most promising first.
    func spots(in plane: Plane, side: Float) -> [Spot] {
        let examples = found.map { $0.outline.center / Float(plane.scale) }
        return plane.withRaster { TextureMap($0).spots(side: side, like: examples) }
    }

    /// Looks for the first symbol of a picture that shows no clean one, with every means, until one is read.
    mutating func searchHard(_ planes: [Plane]) {
        for plane in planes.prefix(3) {
            for fraction: Float in [0.5, 0.3, 0.7] {
                let glances = Glance.all(
                    plane, [.darkOnLight, .lightOnDark], fraction: fraction, effort: .thorough)
                for glance in glances where found.isEmpty { read(glance, effort: .thorough) }
                if !found.isEmpty || Task.isCancelled { return }
            }
        }
        searchUnknown(planes)
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

    /// Tries to read a symbol somewhere around a point.
    @discardableResult
    mutating func look(
        around center: SIMD2<Float>, radius: Float, _ raster: Raster, _ plane: Plane, priors: [SizePrior],
        thorough: Bool
    ) -> Bool {
        var hits: [(size: SymbolSize, hit: CoarseSearch.Hit)] = []
        for prior in priors {
            let side = prior.side / Float(plane.scale)
            let angle = GridAngle(raster, around: center, side: side)
            // Below that the direction is a guess.
            let isClear = !thorough && angle.coherence > 0.12
            hits += CoarseSearch(raster: raster, size: prior.size).hits(
                around: center, radius: radius, module: prior.module / Float(plane.scale), scales: prior.scales,
                rotations: CoarseSearch.rotations(for: prior.size, near: isClear ? angle : nil),
                polarity: prior.polarity, most: thorough ? 6 : 3
            ).map { (prior.size, $0) }
        }
        hits.sort { $0.hit.agreement > $1.hit.agreement }
        for (size, hit) in hits.prefix(thorough ? 12 : 6) {
            let choice = SizeGuess.Choice(size: size, outline: hit.outline, agreement: hit.agreement)
            if attempt(choice, raster, plane, inverted: hit.inverted, effort: thorough ? .thorough : .quick) {
                return true
            }
        }
        return false
    }
}
