import EspyBase
import EspyPixels

/// The look of empty wells in this photo: the pattern that repeats from cell to cell, in both directions.
///
/// Dividers, wells and their rims repeat at the pitch of the box; tables, cloths and hands do not. A pattern that
/// varies along only one axis, such as wood grain or the edge of a table, does not count.
struct WellPattern {
    private let rectified: RectifiedImage
    private let codes: Set<Rack.Place>
    /// Change of luminance to the right and downward, from pixel to pixel; zero outside the picture.
    private let right: [Float]
    private let down: [Float]

    init(_ rectified: RectifiedImage, codes: Set<Rack.Place>, caps: [Point]) {
        self.rectified = rectified
        self.codes = codes
        var (right, down) = (Self.steps(rectified, 1, 0), Self.steps(rectified, 0, 1))
        let mask = rectified.mask(caps, radius: Self.cap)
        for index in mask.indices where mask[index] { (right[index], down[index]) = (0, 0) }
        (self.right, self.down) = (right, down)
    }

    private static func steps(_ rectified: RectifiedImage, _ dx: Int, _ dy: Int) -> [Float] {
        var steps: [Float] = []
        steps.reserveCapacity(rectified.width * rectified.height)
        for y in 0..<rectified.height {
            for x in 0..<rectified.width {
                let step = rectified.luminance(x + dx, y + dy) - rectified.luminance(x - dx, y - dy)
                steps.append(step.isNaN ? 0 : step)
            }
        }
        return steps
    }

    /// How far the wells extend beyond the codes along one axis.
    struct Reach: Equatable {
        enum End: Equatable {
            /// The next line is in the photo, and does not consist of wells.
            case closed
            /// The next line is outside the photo, or unclear.
            case open
        }
        var lines: Int
        var end: End
    }

    enum Axis { case rows, cols }

    /// Returns the lines of wells before and behind the codes; nil if no empty well is visible.
    ///
    /// - Parameters:
    ///   - seen: the lines that the codes span.
    ///   - span: the cells of a line that certainly belong to the box.
    ///   - holes: the open cells between the codes.
    func reach(
        _ axis: Axis, beyond seen: ClosedRange<Int>, span: ClosedRange<Int>, holes: [Rack.Place]
    ) -> (before: Reach, behind: Reach)? {
        let all = axis == .rows ? rectified.cells.rows : rectified.cells.cols
        let open = holes.filter { isVisible($0) }
        let fromHoles = open.count >= 3 && isPattern(open) ? Array(open.suffix(60)) : []
        // Without holes between the codes, use the clearer of the lines beside them: the other may be the edge of the
        // box.
        let beside = [seen.lowerBound - 1, seen.upperBound + 1].map { cells(axis, $0, span) }
            .filter { $0.count >= 3 && isPattern($0) }
        let start = fromHoles.isEmpty ? beside.max { energy(of: $0) < energy(of: $1) } ?? [] : fromHoles
        guard !start.isEmpty, isPattern(start) else { return nil }
        let known = Set(start)
        func grow(from line: Int, _ step: Int) -> Reach {
            var (line, count, sources) = (line + step, 0, start.map { template($0) })
            // A few leaning tubes do not locate a distant line: each line predicts the position of the next.
            var (shift, drift) = (Shift(), Shift())
            while all.contains(line) {
                let cells = cells(axis, line, span)
                guard 2 * cells.count > span.count else { return Reach(lines: count, end: .open) }
                let found = found(cells, like: sources, known: known, near: shift + drift)
                if found.likeness < Self.foreign { return Reach(lines: count, end: .closed) }
                guard found.likeness > Self.alike else { return Reach(lines: count, end: .open) }
                let new = cells.filter { !known.contains($0) }.map { template($0, found.shift) }
                sources = Array((sources + new).suffix(60))
                drift = count == 0 ? Shift() : found.shift - shift
                (shift, line, count) = (found.shift, line + step, count + 1)
            }
            return Reach(lines: count, end: .open)
        }
        let reach = (before: grow(from: seen.lowerBound, -1), behind: grow(from: seen.upperBound, 1))
        // A single line may be the wall. Wells repeat, unless they are also visible between the codes.
        return !fromHoles.isEmpty || max(reach.before.lines, reach.behind.lines) > 1 ? reach : nil
    }

    /// Correlation with the others from which a line consists of wells, and below which it does not.
    private static let alike = 0.42
    private static let foreign = 0.27
    /// The least change of luminance between pixels that exceeds the noise left in the mean of many cells.
    private static let faintest: Float = 0.004
    /// The greatest distance of a cap's rim from its code, in cells: caps leaning into an empty cell are not part of
    /// its well.
    private static let cap = 0.58

    /// The cells of a line without a code that are in the photo.
    private func cells(_ axis: Axis, _ line: Int, _ span: ClosedRange<Int>) -> [Rack.Place] {
        span.map { axis == .rows ? Rack.Place(row: line, col: $0) : Rack.Place(row: $0, col: line) }
            .filter { !codes.contains($0) && rectified.cells.contains($0) && isVisible($0) }
    }

    /// Whether three quarters of a cell are in the photo.
    private func isVisible(_ place: Rack.Place) -> Bool {
        let corner = rectified.corner(of: place)
        let side = rectified.resolution
        let visible = (corner.y..<corner.y + side).reduce(0) { sum, y in
            sum + (corner.x..<corner.x + side).count { x in !rectified.luminance(x, y).isNaN }
        }
        return 4 * visible >= 3 * side * side
    }

    /// Whether these cells all look similar, and are not blank.
    private func isPattern(_ cells: [Rack.Place]) -> Bool {
        let sum = Template(of: cells.map { template($0) })
        return likeness(of: cells, to: sum, of: cells.count, known: Set(cells), at: Shift()).likeness > Self.alike
    }

    /// An offset from a cell, in pixels, at which to compare the picture.
    private struct Shift {
        var x = 0
        var y = 0

        static func + (left: Shift, right: Shift) -> Shift { Shift(x: left.x + right.x, y: left.y + right.y) }
        static func - (left: Shift, right: Shift) -> Shift { Shift(x: left.x - right.x, y: left.y - right.y) }
    }

    /// Measures how similar the cells are to others, and at which offset: the expected one, or else within a quarter of
    /// a cell.
    private func found(
        _ cells: [Rack.Place], like others: [Template], known: Set<Rack.Place>, near shift: Shift
    ) -> (likeness: Double, shift: Shift) {
        let sum = Template(of: others)
        func likeness(at shift: Shift) -> (likeness: Double, shift: Shift) {
            self.likeness(of: cells, to: sum, of: others.count, known: known, at: shift)
        }
        let expected = likeness(at: shift)
        guard expected.likeness <= Self.alike, cells.allSatisfy({ !known.contains($0) }) else { return expected }
        let farthest = rectified.resolution / 4
        let steps = stride(from: -farthest, through: farthest, by: 2)
        let around = steps.flatMap { y in
            steps.map { x in likeness(at: shift + Shift(x: x, y: y)) }
        }
        let best = around.max { $0.likeness < $1.likeness }
        // Only clear wells may be somewhere else than expected.
        return best.flatMap { $0.likeness > Self.alike ? $0 : nil } ?? expected
    }

    /// The median similarity of the cells to the mean of the others, and its offset; each cell may deviate by a pixel.
    /// `sum` is the sum over all others.
    private func likeness(
        of cells: [Rack.Place], to sum: Template, of others: Int, known: Set<Rack.Place>, at shift: Shift
    ) -> (likeness: Double, shift: Shift) {
        let each = cells.map { cell -> (likeness: Double, shift: Shift) in
            let isKnown = known.contains(cell)
            let mean = isKnown ? sum.without(template(cell)) : sum
            let count = isKnown ? others - 1 : others
            guard mean.energy(count: count) > Self.faintest else { return (0, shift) }
            return best(of: cell, like: mean, at: shift)
        }
        guard let likeness = median(each.map { $0.likeness }) else { return (0, shift) }
        func middle(_ side: (Shift) -> Int) -> Int {
            Int((median(each.map { Double(side($0.shift)) }) ?? 0).rounded())
        }
        return (likeness, Shift(x: middle { $0.x }, y: middle { $0.y }))
    }

    private func energy(of cells: [Rack.Place]) -> Float {
        Template(of: cells.map { template($0) }).energy(count: cells.count)
    }

    private func template(_ place: Rack.Place, _ shift: Shift = Shift()) -> Template {
        Template(right: patch(right, place, shift.x, shift.y), down: patch(down, place, shift.x, shift.y))
    }

    /// The correlation in the worse of the two directions, at the best offset.
    private func best(of place: Rack.Place, like mean: Template, at shift: Shift) -> (likeness: Double, shift: Shift) {
        var best = (likeness: -1.0, shift: shift)
        for y in -1...1 {
            for x in -1...1 {
                let beside = shift + Shift(x: x, y: y)
                let likeness = template(place, beside).correlation(with: mean)
                if likeness > best.likeness { best = (likeness, beside) }
            }
        }
        return best
    }

    private func patch(_ steps: [Float], _ place: Rack.Place, _ dx: Int, _ dy: Int) -> [Float] {
        let corner = rectified.corner(of: place)
        let side = rectified.resolution
        var patch: [Float] = []
        patch.reserveCapacity(side * side)
        for y in corner.y + dy..<corner.y + dy + side {
            for x in corner.x + dx..<corner.x + dx + side {
                let isInside = x >= 0 && y >= 0 && x < rectified.width && y < rectified.height
                patch.append(isInside ? steps[y * rectified.width + x] : 0)
            }
        }
        return patch
    }
}

/// The steps of luminance over a cell, or their sum over several cells.
private struct Template {
    var right: [Float]
    var down: [Float]

    init(right: [Float], down: [Float]) {
        self.right = right
        self.down = down
    }

    init(of all: [Template]) {
        self = all.first ?? Template(right: [], down: [])
        for other in all.dropFirst() {
            for index in right.indices {
                right[index] += other.right[index]
                down[index] += other.down[index]
            }
        }
    }

    func without(_ other: Template) -> Template {
        Template(
            right: zip(right, other.right).map { $0 - $1 }, down: zip(down, other.down).map { $0 - $1 })
    }

    /// The root mean square of a step in the mean of `count` cells, in the weaker direction.
    func energy(count: Int) -> Float {
        guard count > 0, !right.isEmpty else { return 0 }
        let weaker = min(right.reduce(0) { $0 + $1 * $1 }, down.reduce(0) { $0 + $1 * $1 }) / Float(right.count)
        return weaker.squareRoot() / Float(count)
    }

    func correlation(with other: Template) -> Double {
        min(Self.correlation(right, other.right), Self.correlation(down, other.down))
    }

    private static func correlation(_ left: [Float], _ right: [Float]) -> Double {
        var (both, one, other) = (Float(0), Float(0), Float(0))
        for index in left.indices {
            both += left[index] * right[index]
            one += left[index] * left[index]
            other += right[index] * right[index]
        }
        return one > 0 && other > 0 ? Double(both / (one * other).squareRoot()) : 0
    }
}
