/// The position of a symbol's modules on a scan line.
struct SymbolPlacement {
    /// Start of the first bar and end of the last one, in samples; for an upside-down symbol, `end` is below `start`.
    var start: Float
    var end: Float
    /// Shift of the middle toward the end, in quarters of the length: perspective.
    var bend: Float = 0
    /// Shift of the quarters, both toward the middle or away from it: a curved surface.
    var skew: Float = 0

    /// The position of a number of modules; `scale` is 1 / modules.
    @inline(__always)
    func place(_ modules: Float, scale: Float) -> Float {
        let share = modules * scale
        return start + (end - start) * Self.bent(share, bend, skew)
    }

    @inline(__always)
    private static func bent(_ share: Float, _ bend: Float, _ skew: Float) -> Float {
        share + share * (1 - share) * (bend + skew * (1 - 2 * share))
    }

    var length: Float { abs(end - start) }
    var low: Float { min(start, end) }
    var high: Float { max(start, end) }
    /// The same position, read from the other end.
    var turned: SymbolPlacement { SymbolPlacement(start: end, end: start, bend: -bend, skew: skew) }
}

extension ScanLine {
    @inline(__always)
    static func value(_ values: UnsafeBufferPointer<Float>, _ place: Float) -> Float {
        let clamped = min(max(place, 0), Float(values.count - 2))
        let index = Int(clamped)
        let share = clamped - Float(index)
        return values[index] * (1 - share) + values[index + 1] * share
    }

    /// How well the edges that every symbol has fit: from -1 to 1, regardless of the light.
    func fixedEdges(_ layout: EANLayout, _ placement: SymbolPlacement) -> Float {
        values.withUnsafeBufferPointer { values in
            let scale = 1 / Float(layout.modules)
            var (sum, total) = (Float(0), Float(1))
            for edge in layout.fixedEdges {
                let left = Self.value(values, placement.place(Float(edge.left) + 0.5, scale: scale))
                let right = Self.value(values, placement.place(Float(edge.left) + 1.5, scale: scale))
                sum += edge.rises ? right - left : left - right
                total += abs(right - left)
            }
            return sum / total
        }
    }
}

extension SymbolPlacement {
    /// The placement closest to all edges whose modules are known, by least squares; the edges between them belong to
    /// digits.
    ///
    /// - Parameter edges: as many as the layout has.
    init?(through edges: ArraySlice<ScanLine.Edge>, _ layout: EANLayout) {
        guard edges.count == layout.edges else { return nil }
        var system = [[Double]](repeating: [Double](repeating: 0, count: 5), count: 4)
        for anchor in layout.anchors {
            let share = Double(anchor.module) / Double(layout.modules)
            let curve = share * (1 - share)
            let row = [1, share, curve, curve * (1 - 2 * share), Double(edges[edges.startIndex + anchor.edge].place)]
            for i in 0..<4 { for j in 0..<5 { system[i][j] += row[i] * row[j] } }
        }
        guard let solution = Self.solve(&system), solution[1] > 0 else { return nil }
        start = Float(solution[0])
        end = Float(solution[0] + solution[1])
        bend = Float(solution[2] / solution[1])
        skew = Float(solution[3] / solution[1])
        // Beyond these limits modules could run backward.
        guard start.isFinite, end.isFinite, abs(bend) < 0.45, abs(skew) < 0.45 else { return nil }
    }

    /// Gauss-Jordan elimination of a symmetric, positive definite system.
    private static func solve(_ rows: inout [[Double]]) -> [Double]? {
        for pivot in rows.indices {
            guard abs(rows[pivot][pivot]) > 1e-9 else { return nil }
            for row in rows.indices where row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                for column in pivot...rows.count { rows[row][column] -= factor * rows[pivot][column] }
            }
        }
        return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
    }
}
