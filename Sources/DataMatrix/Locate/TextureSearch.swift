extension SymbolSearch {
    /// Looks where the picture is dense, by the border alone: for symbols whose finder is broken by glare, ink or blur.
    ///
    /// - Parameter patience: how many places in a row may turn out to be nothing before the rest is left alone.
    mutating func searchTexture(in plane: Plane, side: Float, sizes: [SizePrior], patience: Int) {
        plane.withRaster { raster in
            let examples = found.map { $0.outline.center / Float(plane.scale) }
            let spots = TextureMap(raster).spots(side: side, like: examples)
            var left = patience
            for spot in spots where !isRead(spot.center * Float(plane.scale)) {
                guard left > 0 else { break }
                let hasRead = look(
                    around: spot.center, radius: 0.3 * side, raster, plane, sizes: sizes, thorough: false)
                left = hasRead ? patience : left - 1
            }
        }
    }

    /// Looks for more symbols of the sizes and scales read so far: one photo mostly shows one kind of label.
    mutating func searchLikeFound(in planes: [Plane], patience: Int) {
        for prior in priors {
            // Symbols are tried on the plane where a module has two to four pixels: sharp enough, and quick.
            guard let plane = planes.last(where: { prior.module / Float($0.scale) >= 1.9 }) ?? planes.first else { continue }
            let side = prior.module * Float(max(prior.size.rows, prior.size.columns)) / Float(plane.scale)
            searchTexture(in: plane, side: side, sizes: [prior], patience: patience)
        }
    }

    /// Looks for the first symbol of a picture that shows no clean one: by the sizes most used on small labels, at
    /// every scale, until one is read.
    mutating func searchUnknown(in planes: [Plane]) {
        for plane in planes.reversed() where min(plane.width, plane.height) >= 64 {
            for side: Float in [34, 48, 66] {
                let priors = Self.commonSizes.filter(sizes.contains).map { size in
                    SizePrior(
                        size: size, module: side * Float(plane.scale) / Float(size.rows),
                        scales: [1, 0.92, 1.08, 0.85, 1.17], polarity: 0)
                }
                searchTexture(in: plane, side: side, sizes: priors, patience: 6)
                if !found.isEmpty { return }
            }
        }
    }

    private static let commonSizes: [SymbolSize] = SymbolSize.all.filter { $0.rows == $0.columns && $0.rows <= 20 }

    /// One for each size and polarity read so far, with the median module of those, most frequent first.
    private var priors: [SizePrior] {
        var modules: [SizePrior.Kind: [Float]] = [:]
        for entry in found {
            let size = entry.reading.size
            let kind = SizePrior.Kind(size: size, isInverted: entry.reading.isInverted)
            let place = entry.outline
            modules[kind, default: []].append(
                0.5 * (place.width / Float(size.columns) + place.height / Float(size.rows)))
        }
        return modules.sorted { ($0.value.count, $0.key.size.rows) > ($1.value.count, $1.key.size.rows) }.map {
            kind, modules in
            SizePrior(
                size: kind.size, module: modules.sorted()[modules.count / 2], scales: [1, 0.93, 1.07],
                polarity: kind.isInverted ? -1 : 1)
        }
    }

    /// Tries to read a symbol somewhere around a point.
    @discardableResult
    mutating func look(
        around center: SIMD2<Float>, radius: Float, _ raster: Raster, _ plane: Plane, sizes: [SizePrior],
        thorough: Bool
    ) -> Bool {
        var hits: [(size: SymbolSize, hit: CoarseSearch.Hit)] = []
        for prior in sizes {
            let module = prior.module / Float(plane.scale)
            let side = module * Float(max(prior.size.rows, prior.size.columns))
            let angle = thorough ? nil : GridAngle(raster, around: center, side: side)
            let rotations = CoarseSearch.rotations(for: prior.size, near: angle)
            hits += CoarseSearch(raster: raster, size: prior.size).hits(
                around: center, radius: radius, module: module, scales: prior.scales, rotations: rotations,
                polarity: prior.polarity, most: thorough ? 6 : 3
            ).map { (prior.size, $0) }
        }
        hits.sort { $0.hit.agreement > $1.hit.agreement }
        for (size, hit) in hits.prefix(thorough ? 12 : 6) {
            let choice = SizeGuess.Choice(size: size, outline: hit.outline, agreement: hit.agreement)
            if attempt(choice, raster, plane, inverted: hit.inverted, floor: 0.5) { return true }
        }
        return false
    }
}

/// A size to expect, how large, and on which ground.
struct SizePrior {
    struct Kind: Hashable {
        let size: SymbolSize
        let isInverted: Bool
    }

    let size: SymbolSize
    /// Pixels of the view per module.
    let module: Float
    /// Factors of `module` to try.
    let scales: [Float]
    /// 1 dark on light, −1 light on dark, 0 both.
    let polarity: Int
}
