/// Where the box lies on the lattice.
package struct BoxPlace: Sendable, Equatable {
    package var cells: CellRange
    /// How much better than the second best place, in nats.
    package var lead: Double
}

/// Finds the cells of the box around the codes.
package enum BoxFinder {
    /// The place of a box of known size.
    ///
    /// - Parameter seen: the block of cells that the codes reach; must fit into the size.
    package static func place(
        rows: Int, cols: Int, around seen: CellRange, lines: BoxLines
    ) -> BoxPlace {
        let (first, rowLead) = best(rows, around: seen.rows, lines.rows)
        let (left, colLead) = best(cols, around: seen.cols, lines.cols)
        return BoxPlace(
            cells: CellRange(rows: first...first + rows - 1, cols: left...left + cols - 1), lead: min(rowLead, colLead))
    }

    /// The first line of the best block of `size` lines, and its lead.
    private static func best(_ size: Int, around seen: ClosedRange<Int>, _ scores: [Int: Double]) -> (Int, Double) {
        let starts = (seen.upperBound - size + 1)...seen.lowerBound
        let ranked = starts.map { start -> (start: Int, score: Double) in
            let block = start...start + size - 1
            return (start, block.reduce(0) { seen.contains($1) ? $0 : $0 + (scores[$1] ?? -1.5) })
        }.sorted { ($0.score, $0.start) > ($1.score, $1.start) }
        return (ranked[0].start, ranked.count > 1 ? ranked[0].score - ranked[1].score : .infinity)
    }

    /// The place and size of a box of unknown size.
    package static func place(around seen: CellRange, lines: BoxLines) -> BoxPlace {
        let rows = extensions(of: seen.rows, lines.rows)
        let cols = extensions(of: seen.cols, lines.cols)
        let ranked = rows.flatMap { row in
            cols.map { col in
                (CellRange(rows: row.0, cols: col.0), row.1 + col.1 + habit(row.0.count, col.0.count))
            }
        }.sorted { $0.1 > $1.1 }
        return BoxPlace(cells: ranked[0].0, lead: ranked.count > 1 ? ranked[0].1 - ranked[1].1 : .infinity)
    }

    /// Every block of lines that holds the seen ones, with its score: lines that are left out count the other way.
    private static func extensions(
        of seen: ClosedRange<Int>, _ scores: [Int: Double]
    ) -> [(ClosedRange<Int>, Double)] {
        let lowest = scores.keys.min() ?? seen.lowerBound
        let highest = scores.keys.max() ?? seen.upperBound
        var result: [(ClosedRange<Int>, Double)] = []
        for first in lowest...seen.lowerBound {
            for last in seen.upperBound...highest {
                // Beyond the first line outside there may be anything, another box for example.
                let inside = (first...last).filter { !seen.contains($0) }.compactMap { scores[$0] }
                let outside = [first - 1, last + 1].compactMap { scores[$0] }
                let score = inside.reduce(0) { $0 + $1 - doubt } - outside.reduce(0) { $0 + min($1 - doubt, 2.5) }
                result.append((first...last, score))
            }
        }
        return result
    }

    /// What speaks against an empty line of the box before the picture is looked at, in nats: the outside of a wall
    /// shares some of the look of the inside.
    private static let doubt = 1.0

    /// Whether boxes of this size are sold.
    package static func isUsual(_ cells: CellRange) -> Bool { habit(cells.rows.count, cells.cols.count) > 0 }

    /// How usual a size is, in nats.
    private static func habit(_ rows: Int, _ cols: Int) -> Double {
        switch (min(rows, cols), max(rows, cols)) {
        case (9, 9), (10, 10), (8, 12): 2
        case (5, 5), (7, 7), (8, 8), (4, 6), (6, 8), (12, 12): 1.5
        case (let short, let long): short == long ? 1 : 0
        }
    }
}
