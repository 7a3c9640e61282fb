/// The alternating row or column of a symbol as the picture shows it: where each module's center lies.
///
/// Print that bleeds, paper that curls and cameras that move space modules unevenly; the timing pattern, made for that,
/// tells how. A module's center stays in the middle of its run even where dark runs grow at the cost of light ones.
struct TimingTrack {
    /// The border opposite to the solid finder.
    enum Border {
        case top
        case right
    }

    /// Centers along the border, from left to right or from top to bottom, as shares of its length.
    let centers: [Float]

    /// - Parameters:
    ///   - inset: how far inside the outline to look, as a share of the other side's length.
    ///   - steps: how many places to look at.
    init?(_ raster: Raster, _ map: UnitMap, border: Border, inset: Float, steps: Int, inverted: Bool) {
        var values: [Float] = []
        values.reserveCapacity(steps)
        for step in 0..<steps {
            let along = (Float(step) + 0.5) / Float(steps)
            let point = border == .top ? map.apply(along, inset) : map.apply(1 - inset, along)
            let value = raster.sample(point.x, point.y)
            values.append(inverted ? 255 - value : value)
        }
        guard let low = values.min(), let high = values.max(), high - low > 20 else { return nil }
        var runs = Self.runs(values, limit: (low + high) / 2)
        // Both borders begin or end with the finder's dark module and have a light one at the other end, whose outer
        // edge cannot be seen.
        if border == .right { runs = runs.reversed().map { $0.reversed(in: steps) } }
        guard runs.count >= 8, runs[0].isDark else { return nil }
        if runs[runs.count - 1].isDark { return nil }
        var centers = runs.dropLast().map { ($0.start + $0.end) / 2 / Float(steps) }
        centers.append(2 * centers[centers.count - 1] - centers[centers.count - 2])
        self.centers = border == .right ? centers.reversed().map { 1 - $0 } : centers
    }

    private struct Run {
        var isDark: Bool
        var start: Float
        var end: Float

        func reversed(in length: Int) -> Run {
            Run(isDark: isDark, start: Float(length) - end, end: Float(length) - start)
        }
    }

    private static func runs(_ values: [Float], limit: Float) -> [Run] {
        var runs: [Run] = []
        for (index, value) in values.enumerated() {
            let isDark = value < limit
            if runs.last?.isDark == isDark {
                runs[runs.count - 1].end = Float(index + 1)
            } else {
                runs.append(Run(isDark: isDark, start: Float(index), end: Float(index + 1)))
            }
        }
        return runs
    }

    /// Tracks of a symbol whose size is known; `nil` where the picture does not show one.
    static func track(
        _ raster: Raster, _ map: UnitMap, border: Border, size: SymbolSize, inverted: Bool
    ) -> TimingTrack? {
        let count = border == .top ? size.columns : size.rows
        let across = Float(border == .top ? size.rows : size.columns)
        for inset: Float in [0.5, 0.35, 0.65, 0.2, 0.8] {
            let track = TimingTrack(
                raster, map, border: border, inset: inset / across, steps: 8 * count, inverted: inverted)
            if let track, track.centers.count == count { return track }
        }
        return nil
    }

    /// How many modules a border may have, seen at several distances from the outline's edge.
    static func counts(_ raster: Raster, _ outline: Outline, border: Border, inverted: Bool) -> Set<Int> {
        let map = UnitMap(outline)
        let along = border == .top ? outline.width : outline.height
        let across = border == .top ? outline.height : outline.width
        let counts = [Float(1), 1.5, 2, 3, 4.5, 6].compactMap { pixels in
            TimingTrack(
                raster, map, border: border, inset: pixels / across, steps: Int(4 * along), inverted: inverted)?
                .centers.count
        }
        return Set(counts.filter { $0 % 2 == 0 })
    }
}
