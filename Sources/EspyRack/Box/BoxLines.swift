import EspyBase
import Foundation

/// How much the rows and columns around the codes look like the inside of the box, in nats: positive speaks for inside.
package struct BoxLines: Sendable {
    package let rows: [Int: Double]
    package let cols: [Int: Double]

    package init(rows: [Int: Double], cols: [Int: Double]) {
        self.rows = rows
        self.cols = cols
    }

    /// - Parameters:
    ///   - seen: the block of cells that the codes reach.
    ///   - codes: the cells with a code.
    package init(_ rectified: RectifiedImage, seen: CellRange, codes: Set<Rack.Place>) {
        let rim = rectified.cells.places.filter {
            $0.row == rectified.cells.rows.lowerBound || $0.row == rectified.cells.rows.upperBound
                || $0.col == rectified.cells.cols.lowerBound || $0.col == rectified.cells.cols.upperBound
        }
        let palette = Palette(rectified, known: seen, caps: codes, far: rim)
        rows = Self.scores(rectified, palette, axis: .rows, seen: seen.rows, span: seen.cols)
        cols = Self.scores(rectified, palette, axis: .cols, seen: seen.cols, span: seen.rows)
    }

    private static func scores(
        _ rectified: RectifiedImage, _ palette: Palette, axis: Repetition.Axis, seen: ClosedRange<Int>,
        span: ClosedRange<Int>
    ) -> [Int: Double] {
        let repetition = Repetition(rectified, axis: axis)
        let (all, across) =
            axis == .rows ? (rectified.cells.rows, rectified.cells.cols) : (rectified.cells.cols, rectified.cells.rows)
        // One line of codes has no neighbors across to compare, so the lines beside it must help.
        let wide = span.count > 2 ? span : (span.lowerBound - 1...span.upperBound + 1).clamped(to: across)
        let usual = median(seen.map { Double(repetition.line($0, span: wide).energy) }) ?? 0
        var scores: [Int: Double] = [:]
        for line in all {
            let favors = span.compactMap { cell -> Double? in
                let place = axis == .rows ? Rack.Place(row: line, col: cell) : Rack.Place(row: cell, col: line)
                return palette.favor(rectified, place).map(Double.init)
            }
            guard favors.count * 2 > span.count, let favor = median(favors) else {
                // Nobody cuts off a part of the box on purpose.
                scores[line] = -1.5
                continue
            }
            let (likeness, energy) = repetition.line(line, span: wide)
            scores[line] = score(likeness: Double(likeness), energy: Double(energy) / max(usual, 1e-9), favor: favor)
        }
        return scores
    }

    /// The three signs weighed against each other. Noise alone repeats itself a little, so likeness counts only where
    /// there is something to compare; a color of the box is found beside the box, too, a foreign color never in it.
    private static func score(likeness: Double, energy: Double, favor: Double) -> Double {
        let power = log2(max(energy, 1e-4))
        let trust = min(max((power + 5.5) / 1.5, 0), 1)
        let repeated = min(max((likeness - 0.17) / 0.1, -2), 3) * trust
        let structured = min(max(power + 4.3, -3), 1.5)
        let colored = min(max(favor, -2), 0.6)
        return 1.2 * repeated + 0.8 * structured + 1.2 * colored
    }
}
