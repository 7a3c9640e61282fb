import EspyBase
import EspyPixels

/// Finds the cells of a box around its codes, from visible parts of the box: its walls, or its empty wells.
///
/// The positions of the codes are no evidence: a partly filled box may extend to any side. If the photo shows neither
/// walls nor wells, or these contradict each other, there is no answer.
struct BoxFinder {
    private let rectified: RectifiedImage
    private let seen: CellRange
    private let codes: Set<Rack.Place>
    private let wells: WellPattern
    private let walls: WallFinder
    private let viewpoint: Viewpoint

    /// - Parameters:
    ///   - rectified: the picture along the lattice, with all cells that may belong to the box.
    ///   - seen: the block of cells that the codes span.
    ///   - codes: the cells with a code.
    ///   - caps: positions of the codes, x in columns and y in rows.
    ///   - viewpoint: position of the camera.
    init(
        _ rectified: RectifiedImage, seen: CellRange, codes: Set<Rack.Place>, caps: [Point], viewpoint: Viewpoint
    ) {
        self.rectified = rectified
        self.seen = seen
        self.codes = codes
        self.viewpoint = viewpoint
        wells = WellPattern(rectified, codes: codes, caps: caps)
        walls = WallFinder(rectified, seen: seen, caps: caps)
    }

    /// The cells of a box of known size that contains the codes; nil if the photo does not show its position.
    func cells(rows: Int, cols: Int) -> CellRange? {
        let free = (rows: rows - seen.rows.count, cols: cols - seen.cols.count)
        if free.rows == 0, free.cols == 0 { return seen }
        let byWells = placedByWells(rows: rows, cols: cols)
        let byWalls = placedByWalls([(rows, cols)])
        guard
            let first = Self.agreed(byWells.row, byWalls?.rows.lowerBound, free.rows == 0 ? seen.rows.lowerBound : nil),
            let left = Self.agreed(byWells.col, byWalls?.cols.lowerBound, free.cols == 0 ? seen.cols.lowerBound : nil)
        else { return nil }
        return CellRange(rows: first...first + rows - 1, cols: left...left + cols - 1)
    }

    /// The cells of a box of unknown size, if it has a common size; nil if the photo does not show it.
    func cells() -> CellRange? {
        let sizes = Self.usual.filter { $0.rows >= seen.rows.count && $0.cols >= seen.cols.count }
        let (byWells, byWalls) = (extentByWells(), placedByWalls(sizes).flatMap { isSeenWhole($0) ? $0 : nil })
        if let byWells, let byWalls, byWells != byWalls { return nil }
        guard let cells = byWells ?? byWalls, sizes.contains(where: { $0 == (cells.rows.count, cells.cols.count) })
        else {
            return nil
        }
        return cells
    }

    /// Whether the photo shows what is beyond the outermost cells: where it ends before, a wall may be a divider. A photo
    /// that ends near a box does so on both sides, unless it cuts the box.
    private func isSeenWhole(_ cells: CellRange) -> Bool {
        let sides = sides(of: cells)
        return sides.indices.allSatisfy { side in
            sides[side](0.4) && (sides[side](0.75) || !sides[side ^ 1](1.25))
        }
    }

    /// The sizes in which boxes are sold.
    private static let usual: [Size] =
        [(8, 12), (4, 6), (6, 8), (16, 24)].flatMap { [(rows: $0.0, cols: $0.1), (rows: $0.1, cols: $0.0)] }
        + (4...16).map { (rows: $0, cols: $0) }

    /// The position that two sides agree on; nil if they contradict each other.
    private static func agreed(_ one: Int?, _ other: Int?, _ certain: Int?) -> Int? {
        if let certain { return certain }
        guard let one, let other else { return one ?? other }
        return one == other ? one : nil
    }

    // MARK: Wells

    private var holes: [Rack.Place] { seen.places.filter { !codes.contains($0) } }

    private func placedByWells(rows: Int, cols: Int) -> (row: Int?, col: Int?) {
        func row(_ span: ClosedRange<Int>) -> Int? {
            wells.reach(.rows, beyond: seen.rows, span: span, holes: holes)
                .flatMap { Self.first(of: rows, around: seen.rows, $0) }
        }
        func col(_ span: ClosedRange<Int>) -> Int? {
            wells.reach(.cols, beyond: seen.cols, span: span, holes: holes)
                .flatMap { Self.first(of: cols, around: seen.cols, $0) }
        }
        // The longer lines are better evidence; once they are settled, the others are as long as the box.
        if seen.cols.count >= seen.rows.count {
            let first = rows == seen.rows.count ? seen.rows.lowerBound : row(seen.cols)
            return (first, col(first.map { $0...$0 + rows - 1 } ?? seen.rows))
        }
        let left = cols == seen.cols.count ? seen.cols.lowerBound : col(seen.rows)
        return (row(left.map { $0...$0 + cols - 1 } ?? seen.cols), left)
    }

    /// The first of `size` lines, if wells show where the box ends on at least one side.
    private static func first(
        of size: Int, around seen: ClosedRange<Int>, _ reach: (before: WellPattern.Reach, behind: WellPattern.Reach)
    ) -> Int? {
        let free = size - seen.count
        // All lines are found, or the box ends on one side.
        if reach.before.lines + reach.behind.lines == free { return seen.lowerBound - reach.before.lines }
        switch (reach.before.end, reach.behind.end) {
        case (.closed, .open):
            let rest = free - reach.before.lines
            return rest >= reach.behind.lines ? seen.lowerBound - reach.before.lines : nil
        case (.open, .closed):
            let rest = free - reach.behind.lines
            return rest >= reach.before.lines ? seen.lowerBound - rest : nil
        case (.closed, .closed), (.open, .open): return nil
        }
    }

    /// All wells around the codes, if they end within the photo on every side.
    private func extentByWells() -> CellRange? {
        func rows(_ span: ClosedRange<Int>) -> ClosedRange<Int>? {
            wells.reach(.rows, beyond: seen.rows, span: span, holes: holes).flatMap { Self.lines(seen.rows, $0) }
        }
        func cols(_ span: ClosedRange<Int>) -> ClosedRange<Int>? {
            wells.reach(.cols, beyond: seen.cols, span: span, holes: holes).flatMap { Self.lines(seen.cols, $0) }
        }
        if seen.cols.count >= seen.rows.count {
            guard let rows = rows(seen.cols), let cols = cols(rows) else { return nil }
            return CellRange(rows: rows, cols: cols)
        }
        guard let cols = cols(seen.rows), let rows = rows(cols) else { return nil }
        return CellRange(rows: rows, cols: cols)
    }

    private static func lines(
        _ seen: ClosedRange<Int>, _ reach: (before: WellPattern.Reach, behind: WellPattern.Reach)
    ) -> ClosedRange<Int>? {
        guard reach.before.end == .closed, reach.behind.end == .closed else { return nil }
        return seen.lowerBound - reach.before.lines...seen.upperBound + reach.behind.lines
    }

    // MARK: Walls

    /// The cells that the walls leave room for, in a box of one of these sizes.
    private func placedByWalls(_ sizes: [Size]) -> CellRange? {
        let scales = Self.depths.map(viewpoint.scale)
        guard let smallest = scales.min(), let largest = scales.max(), let first = sizes.first else { return nil }
        func lengths(_ side: (Size) -> Int) -> ClosedRange<Double> {
            let (least, most) = sizes.reduce((side(first), side(first))) {
                (min($0.0, side($1)), max($0.1, side($1)))
            }
            return smallest * Double(least) - 0.3...largest * (Double(most) + 2 * Self.widest)
        }
        var best: [CellRange: (value: Double, clearness: Double, isCertain: Bool)] = [:]
        var clearest: (clearness: Double, fits: [CellRange: Double]) = (0, [:])
        for frame in walls.frames(width: lengths { $0.cols }, height: lengths { $0.rows }) {
            // If the photo cuts the box, it does not show its size.
            if sizes.count > 1, !frame.isWhole { continue }
            let clearness = frame.support * frame.support * frame.strength
            var fits: [CellRange: Double] = [:]
            for (cells, fit) in sizes.flatMap({ self.fits(of: $0, in: frame) }) {
                fits[cells] = max(fits[cells] ?? fit, fit)
            }
            if frame.ends == 4, clearness > clearest.clearness { clearest = (clearness, fits) }
            for (cells, fit) in fits where fit * clearness > best[cells]?.value ?? 0 {
                best[cells] = (
                    value: fit * clearness, clearness: clearness,
                    isCertain: !frame.isWhole || frame.ends >= 2 || fit > Self.snug
                )
            }
        }
        let ranked = best.sorted { $0.value.value > $1.value.value }
        guard let first = ranked.first, ranked.count < 2 || ranked[1].value.value < 0.6 * first.value.value else {
            return nil
        }
        // If the box does not fit the clearest walls, either these or the lattice are wrong.
        let fit = clearest.fits[first.key] ?? 0
        if clearest.clearness > Self.clearer * first.value.clearness, fit < Self.poor { return nil }
        // Stripes of a cloth that continue to the edge of the photo are not walls, unless the box fits them well.
        return first.value.isCertain ? first.key : nil
    }

    private typealias Size = (rows: Int, cols: Int)

    /// How far walls may lie below the caps, in cells.
    private static let depths = stride(from: -0.3, through: 3, by: 0.1)
    /// How well a box must fit into walls whose corners are not visible.
    private static let snug = 0.8
    /// How much clearer other walls must be to contradict those that the box fits, and how poorly it fits them then.
    private static let clearer = 1.25
    private static let poor = 0.1
    /// The farthest that walls may be from the outermost cells.
    private static let widest = 1.2

    /// The positions of a box in a frame, each with its fit from 0 to 1, for every depth at which the walls are evenly
    /// around it.
    private func fits(of size: Size, in frame: WallFinder.Frame) -> [CellRange: Double] {
        var fits: [CellRange: Double] = [:]
        for depth in Self.depths {
            let scale = viewpoint.scale(atDepth: depth)
            func deep(_ wall: Double?, _ foot: Double) -> Double? { wall.map { foot + ($0 - foot) / scale } }
            let (left, right) = (deep(frame.left, viewpoint.foot.x), deep(frame.right, viewpoint.foot.x))
            let (top, bottom) = (deep(frame.top, viewpoint.foot.y), deep(frame.bottom, viewpoint.foot.y))
            let (across, down) = (Self.margin(left, right, size.cols), Self.margin(top, bottom, size.rows))
            guard let margin = across ?? down, let other = down ?? across else { continue }
            guard abs(margin - other) < 0.45, (-0.1..<Self.widest).contains(min(margin, other)) else { continue }
            let col = Self.start(left, right, size.cols, margin: margin)
            let row = Self.start(top, bottom, size.rows, margin: other)
            guard let col, let row else { continue }
            let miss = max(abs(col - col.rounded()), abs(row - row.rounded()), abs(margin - other) / 2)
            let cells = CellRange(
                rows: Int(row.rounded())...Int(row.rounded()) + size.rows - 1,
                cols: Int(col.rounded())...Int(col.rounded()) + size.cols - 1)
            guard miss < Self.farthest, cells.contains(seen), isCut(frame, cells, margin) else { continue }
            // Walls far from the outermost cells are rare, and so are walls high above the caps or far below them.
            let excess = max(margin - 0.4, 0) / 0.4
            let fit = (1 - miss * miss / (Self.farthest * Self.farthest)) / (1 + excess * excess) / (1 + depth * depth)
            fits[cells] = max(fits[cells] ?? 0, fit)
        }
        return fits
    }

    /// The largest deviation of a box from its expected position, in cells.
    private static let farthest = 0.3

    /// The first of `size` lines between two walls.
    private static func start(_ first: Double?, _ last: Double?, _ size: Int, margin: Double) -> Double? {
        if let first, let last { return (first + last + 1 - Double(size)) / 2 }
        return first.map { $0 + margin + 0.5 } ?? last.map { $0 - margin + 0.5 - Double(size) }
    }

    private static func margin(_ first: Double?, _ last: Double?, _ size: Int) -> Double? {
        guard let first, let last else { return nil }
        return (last - first - Double(size)) / 2
    }

    /// Whether the missing sides are outside the photo: nothing else hides a whole side.
    private func isCut(_ frame: WallFinder.Frame, _ cells: CellRange, _ margin: Double) -> Bool {
        zip([frame.left, frame.right, frame.top, frame.bottom], sides(of: cells)).allSatisfy { wall, isVisible in
            wall != nil || !isVisible(margin)
        }
    }

    /// Left, right, top and bottom: whether the photo shows the line at a distance from the outermost cells.
    private func sides(of cells: CellRange) -> [(Double) -> Bool] {
        let x = Double(cells.cols.lowerBound) - 0.5...Double(cells.cols.upperBound) + 0.5
        let y = Double(cells.rows.lowerBound) - 0.5...Double(cells.rows.upperBound) + 0.5
        func line(_ place: Double) -> ClosedRange<Double> { place...place }
        return [
            { isVisible(x: line(x.lowerBound - $0), y: y) }, { isVisible(x: line(x.upperBound + $0), y: y) },
            { isVisible(x: x, y: line(y.lowerBound - $0)) }, { isVisible(x: x, y: line(y.upperBound + $0)) },
        ]
    }

    /// Whether half of a line is in the photo.
    private func isVisible(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Bool {
        let points = (0...20).map { step in
            let part = Double(step) / 20
            return Point(
                x: x.lowerBound + part * (x.upperBound - x.lowerBound),
                y: y.lowerBound + part * (y.upperBound - y.lowerBound))
        }
        return 2 * points.count(where: { rectified.color(at: $0) != nil }) > points.count
    }
}
