/// The alternating row or column of a symbol as the picture shows it: how many modules there are to a side.
struct TimingTrack {
    /// The border opposite to the solid finder.
    enum Border {
        case top
        case right
    }

    /// Modules along the border.
    let count: Int

    /// - Parameters:
    ///   - inset: how far inside the outline to look, as a share of the other side's length.
    ///   - steps: how many places to look at.
    init?(_ raster: Raster, _ map: UnitMap, border: Border, inset: Float, steps: Int, inverted: Bool) {
        let values = raster.samples(map, count: steps, inverted: inverted) { step in
            let along = (Float(step) + 0.5) / Float(steps)
            return border == .top ? SIMD2(along, inset) : SIMD2(1 - inset, along)
        }
        guard let low = values.min(), let high = values.max(), high - low > 20 else { return nil }
        let runs = Self.runs(values, limit: (low + high) / 2)
        // Both borders have the finder's dark module at one end and a light one at the other.
        guard runs.count >= 8, runs.count % 2 == 0, runs[0] == (border == .top) else { return nil }
        count = runs.count
    }

    /// Whether each run of equal values is dark.
    private static func runs(_ values: [Float], limit: Float) -> [Bool] {
        var runs: [Bool] = []
        for value in values where runs.last != (value < limit) { runs.append(value < limit) }
        return runs
    }

    /// How many modules a border may have, seen at several distances from the outline's edge.
    static func counts(_ raster: Raster, _ outline: Outline, border: Border, inverted: Bool) -> Set<Int> {
        let map = UnitMap(outline)
        let along = border == .top ? outline.width : outline.height
        let across = border == .top ? outline.height : outline.width
        let counts = [Float(1), 1.5, 2, 3, 4.5, 6].compactMap { pixels in
            TimingTrack(
                raster, map, border: border, inset: pixels / across, steps: Int(2 * along), inverted: inverted)?.count
        }
        return Set(counts)
    }
}
