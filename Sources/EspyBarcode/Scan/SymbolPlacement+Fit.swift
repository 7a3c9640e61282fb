extension SymbolPlacement {
    /// The placement that comes nearest to all edges whose modules are known, by least squares; the edges between
    /// them belong to digits.
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
        // Beyond these modules could run backwards.
        guard start.isFinite, end.isFinite, abs(bend) < 0.45, abs(skew) < 0.45 else { return nil }
    }

    /// Gauss-Jordan elimination of a symmetric, positive system.
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
