/// One look at a plane: the patches on one side of one threshold that may be symbols.
struct Glance: Sendable {
    let plane: Plane
    let polarity: Polarity
    let candidates: [Candidate]

    /// A patch and the ways its sides may be a finder.
    struct Candidate: Sendable {
        /// Of the surrounding box, in pixels of the plane.
        let center: SIMD2<Float>
        let outlines: [Outline]
    }

    /// - Parameters:
    ///   - fraction: where between the darkest and the lightest pixel around to cut.
    ///   - effort: `.thorough` also takes patches whose sides are not solid, but only the largest: a picture without any
    ///     symbol must not take forever, and where there is one alone, it is mostly large.
    static func all(
        _ plane: Plane, _ polarities: [Polarity], fraction: Float = 0.5, effort: Effort = .quick
    ) -> [Glance] {
        plane.withRaster { raster in
            let threshold = LocalThreshold(raster, fraction: fraction, contrast: 24)
            return polarities.map { polarity in
                let finder = CornerFinder(
                    raster: raster, threshold: threshold, inverted: polarity == .lightOnDark,
                    leastSolidity: effort == .quick ? 0.75 : 0.5)
                var patches = ComponentFinder.components(
                    in: raster, threshold: threshold, inverted: finder.inverted, minimumSide: 14)
                if effort == .thorough { patches = Array(patches.sorted { $0.area > $1.area }.prefix(16)) }
                return Glance(
                    plane: plane, polarity: polarity, candidates: patches.compactMap(finder.candidate))
            }
        }
    }
}

/// Which modules are the dark ones.
enum Polarity: Sendable {
    case darkOnLight
    case lightOnDark
}

extension SymbolSearch {
    /// Reads symbols whose finder hangs together as one patch: most of those in a good photo, and quickly.
    ///
    /// - Parameter share: this part of the candidates only, `0` or `1` of two; all of them where `nil`.
    mutating func read(_ glance: Glance, effort: Effort = .quick, share: Int? = nil) {
        glance.plane.withRaster { raster in
            for (index, candidate) in glance.candidates.enumerated() where share == nil || index % 2 == share {
                if Task.isCancelled { return }
                if isRead(candidate.center * Float(glance.plane.scale)) { continue }
                for outline in candidate.outlines
                where read(outline, raster, glance.plane, inverted: glance.polarity == .lightOnDark, effort: effort) {
                    break
                }
            }
        }
    }
}
