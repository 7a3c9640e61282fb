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

    /// - Parameter fraction: where between the darkest and the lightest pixel around to cut.
    static func all(_ plane: Plane, _ polarities: [Polarity], fraction: Float = 0.5) -> [Glance] {
        plane.withRaster { raster in
            let threshold = LocalThreshold(raster, fraction: fraction, contrast: 24)
            return polarities.map { polarity in
                let finder = CornerFinder(
                    raster: raster, threshold: threshold, inverted: polarity == .lightOnDark, leastSolidity: 0.75)
                return Glance(plane: plane, polarity: polarity, candidates: finder.patches.compactMap(finder.candidate))
            }
        }
    }

    /// Also patches whose sides are not solid, and dots joined to patches, but only the largest: a picture without any
    /// symbol must not take forever, and where there is one alone, it is mostly large.
    ///
    /// Each is made when it is asked for.
    static func thorough(_ plane: Plane, _ polarity: Polarity) -> some Sequence<Glance> {
        let cuts: [(fraction: Float, isJoined: Bool)] = [(0.5, false), (0.3, false), (0.7, false), (0.5, true)]
        return cuts.lazy.map { cut in
            let source =
                cut.isJoined ? plane.spread { polarity == .darkOnLight ? min($0, $1) : max($0, $1) } : plane
            return source.withRaster { raster in
                let finder = CornerFinder(
                    raster: raster, threshold: LocalThreshold(raster, fraction: cut.fraction, contrast: 24),
                    inverted: polarity == .lightOnDark, leastSolidity: 0.5)
                let largest = finder.patches.sorted { $0.area > $1.area }.prefix(16)
                return Glance(plane: plane, polarity: polarity, candidates: largest.compactMap(finder.candidate))
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
    mutating func read(_ glance: Glance, share: Int? = nil) {
        glance.plane.withRaster { raster in
            for (index, candidate) in glance.candidates.enumerated() where share == nil || index % 2 == share {
                if Task.isCancelled { return }
                if isRead(candidate.center * Float(glance.plane.scale)) { continue }
                for outline in candidate.outlines
                where read(outline, raster, glance.plane, inverted: glance.polarity == .lightOnDark) {
                    break
                }
            }
        }
    }
}
