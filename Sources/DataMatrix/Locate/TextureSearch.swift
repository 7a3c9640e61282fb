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
            // Below that the direction is a guess. Where the size is one as well, or the symbol so large that it takes
            // hundreds of directions, there are too many to try them all.
            let isLarge = max(prior.size.rows, prior.size.columns) > 52
            let isClear = isLarge || !thorough && (angle.coherence > 0.12 || priors.count > 1)
            hits += CoarseSearch(raster: raster, size: prior.size).hits(
                around: center, radius: radius, module: prior.module / Float(plane.scale), scales: prior.scales,
                rotations: CoarseSearch.rotations(for: prior.size, near: isClear ? angle : nil),
                polarity: prior.polarity, most: thorough ? 6 : 3
            ).map { (prior.size, $0) }
        }
        hits.sort { $0.hit.agreement > $1.hit.agreement }
        for (size, hit) in hits.prefix(thorough ? 12 : 6) {
            let choice = SizeGuess.Choice(size: size, outline: hit.outline, agreement: hit.agreement)
            if attempt(choice, raster, plane, inverted: hit.inverted) {
                return true
            }
        }
        return false
    }
}
