extension SymbolSearch {
    /// Looks for symbols whose finder hangs together as one patch: most of those in a good photo, and quickly.
    ///
    /// - Parameter fraction: where between the darkest and the lightest pixel around to cut.
    mutating func searchPatches(in plane: Plane, polarities: [Polarity], fraction: Float = 0.5, effort: Effort = .quick)
    {
        plane.withRaster { raster in
            let threshold = LocalThreshold(raster, fraction: fraction, contrast: 24)
            for polarity in polarities {
                let inverted = polarity == .lightOnDark
                var patches = ComponentFinder.components(
                    in: raster, threshold: threshold, inverted: inverted, minimumSide: 14)
                if effort == .thorough {
                    patches.sort { $0.area > $1.area }
                    patches = Array(patches.prefix(Self.mostThoroughPatches))
                }
                for patch in patches {
                    if Task.isCancelled { return }
                    read(patch, raster, plane, threshold: threshold, inverted: inverted, effort: effort)
                }
            }
        }
    }

    /// A picture without any symbol must not take forever; where there is one alone, it is mostly large.
    private static let mostThoroughPatches = 16

    private mutating func read(
        _ patch: Component, _ raster: Raster, _ plane: Plane, threshold: LocalThreshold, inverted: Bool,
        effort: Effort
    ) {
        let center = SIMD2(Float(patch.left + patch.right), Float(patch.top + patch.bottom)) / 2
        guard !isRead(center * Float(plane.scale)) else { return }
        let corners = FinderCorner.candidates(
            of: patch, in: raster, threshold: threshold, inverted: inverted,
            leastSolidity: effort == .quick ? 0.75 : 0.5)
        for corner in corners
        where read(corner.outline, raster, plane, inverted: inverted, effort: effort) { return }
    }
}

/// Which modules are the dark ones.
enum Polarity: Sendable {
    case darkOnLight
    case lightOnDark
}
