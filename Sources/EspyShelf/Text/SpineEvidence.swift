import EspyPixels
import EspyText

/// Evidence from the text of a photo about its spines: where one was missed, and which may be false.
struct SpineEvidence {
    private let spines: [DetectedSpine]
    private let shares: LineShares

    /// Minimum confidence and number of letters for a line on no spine to indicate a missed one.
    private static let (leastConfidence, leastLetters) = (0.9, 5)
    /// Minimum confidence of a line beyond the end of a spine that is taken to be printed on it.
    private static let leastOfPart = 0.7
    /// Minimum share of a row's books with a line, and minimum number of books, for those without a line to be in
    /// doubt.
    private static let (lettered, books) = (0.85, 6)
    /// Factor for the confidence of a spine without a line among others that have one.
    private static let doubt = 0.6

    init(_ spines: [DetectedSpine], _ lines: [TextLine]) {
        self.spines = spines
        shares = LineShares(lines, among: spines.map(\.quad))
    }

    /// The spines, some with lower confidence or extended, and the missed ones.
    var revised: [DetectedSpine] {
        var known = prolonged(doubted)
        // From the books outward, because a missed spine may be the neighbor of another.
        for line in shares.loose.filter(isTitle).sorted(by: { distance($0) < distance($1) }) {
            guard let spine = MissedSpine(line, among: known).spine else { continue }
            if known.contains(where: { QuadOverlap.share($0.quad, spine.quad) > 0.2 }) { continue }
            known.append(spine)
        }
        guard known.count > spines.count else { return known }
        return known.sorted { ($0.row, $0.quad.center.x) < ($1.row, $1.quad.center.x) }
    }

    private func prolonged(_ spines: [DetectedSpine]) -> [DetectedSpine] {
        var result = spines
        for line in shares.loose where line.confidence >= Self.leastOfPart {
            guard LetteringConfidence.letters(line.words) >= Self.leastLetters,
                let whole = PartialSpine(line, among: result)
            else { continue }
            result[whole.index].quad = whole.quad
        }
        return result
    }

    private func isTitle(_ line: TextLine) -> Bool {
        line.confidence >= Self.leastConfidence && LetteringConfidence.letters(line.words) >= Self.leastLetters
    }

    /// Returns the horizontal distance to the nearest book.
    private func distance(_ line: TextLine) -> Double {
        spines.map { abs($0.quad.center.x - line.quad.center.x) }.min() ?? 0
    }

    /// The spines without a line in rows in which nearly all have one. Narrow spines have no room for letters.
    private var doubted: [DetectedSpine] {
        var result = spines
        for row in Set(spines.map(\.row)) {
            let members = spines.indices.filter { spines[$0].row == row && spines[$0].confidence >= 0.5 }
            guard members.count >= Self.books else { continue }
            let lettered = members.filter { !shares.lines[$0].isEmpty }
            guard Double(lettered.count) >= Self.lettered * Double(members.count) else { continue }
            let widths = lettered.map { spines[$0].quad.meanWidth }.sorted()
            let usual = widths[widths.count / 2]
            for index in spines.indices where spines[index].row == row && shares.lines[index].isEmpty {
                if spines[index].quad.meanWidth >= 0.6 * usual { result[index].confidence *= Self.doubt }
            }
        }
        return result
    }
}

/// The spine for a line that is on none of those found: as wide as the books beside it allow.
private struct MissedSpine {
    private let line: TextLine
    private let left: DetectedSpine?
    private let right: DetectedSpine?

    /// Confidence of a spine known only by a line.
    private static let confidence = 0.5
    /// Width of a spine, as a multiple of the height of letters along it.
    private static let widths = 0.8...4.0
    /// The same for letters across it, as a multiple of the length of the line.
    private static let lengths = 0.9...1.7
    /// Minimum length of a line along a spine, as a share of the books beside it.
    private static let leastLength = 0.25
    /// Distance beyond the last book of a row within which a line belongs to the next book, as a multiple of the line's
    /// height.
    private static let reach = -0.3...1.5

    init(_ line: TextLine, among spines: [DetectedSpine]) {
        self.line = line
        let middle = line.quad.center
        let beside = spines.filter { spine in
            let bounds = spine.quad.bounds
            return spine.confidence >= 0.5 && spine.quad.meanHeight > 1.5 * spine.quad.meanWidth
                && bounds.y <= middle.y && middle.y <= bounds.maxY
        }
        func nearest(_ isFit: (DetectedSpine) -> Bool) -> DetectedSpine? {
            beside.filter(isFit).min { abs($0.quad.center.x - middle.x) < abs($1.quad.center.x - middle.x) }
        }
        left = nearest { $0.quad.center.x < middle.x }
        right = nearest { $0.quad.center.x >= middle.x }
    }

    /// Nil if there is no room for one.
    var spine: DetectedSpine? {
        if let left, let right, left.row == right.row, let between = between(left, right) { return between }
        guard SpineTurn(line) != .level else { return nil }
        return [left.flatMap(after), right.flatMap(before)].compactMap(\.self).first
    }

    private func between(_ left: DetectedSpine, _ right: DetectedSpine) -> DetectedSpine? {
        let quad = Quad(
            topLeft: left.quad.topRight, topRight: right.quad.topLeft, bottomRight: right.quad.bottomLeft,
            bottomLeft: left.quad.bottomRight)
        let isLevel = SpineTurn(line) == .level
        let share = quad.meanWidth / (isLevel ? line.quad.meanWidth : line.quad.meanHeight)
        guard quad.signedArea > 0, quad.isConvex, (isLevel ? Self.lengths : Self.widths) ~= share else { return nil }
        guard isLevel || isLong(beside: [left, right]) else { return nil }
        return DetectedSpine(quad: quad, row: left.row, confidence: Self.confidence)
    }

    private func after(_ book: DetectedSpine) -> DetectedSpine? {
        let width = Self.width(line, from: book.quad.topRight, book.quad.bottomRight, away: 1)
        guard let width, isLong(beside: [book]) else { return nil }
        let (top, bottom) = (book.quad.topRight, book.quad.bottomRight)
        let quad = Quad(
            topLeft: top, topRight: Point(x: top.x + width, y: top.y),
            bottomRight: Point(x: bottom.x + width, y: bottom.y), bottomLeft: bottom)
        return DetectedSpine(quad: quad, row: book.row, confidence: Self.confidence)
    }

    private func before(_ book: DetectedSpine) -> DetectedSpine? {
        let width = Self.width(line, from: book.quad.topLeft, book.quad.bottomLeft, away: -1)
        guard let width, isLong(beside: [book]) else { return nil }
        let (top, bottom) = (book.quad.topLeft, book.quad.bottomLeft)
        let quad = Quad(
            topLeft: Point(x: top.x - width, y: top.y), topRight: top, bottomRight: bottom,
            bottomLeft: Point(x: bottom.x - width, y: bottom.y))
        return DetectedSpine(quad: quad, row: book.row, confidence: Self.confidence)
    }

    private func isLong(beside books: [DetectedSpine]) -> Bool {
        let height = books.reduce(0) { $0 + $1.quad.meanHeight } / Double(books.count)
        return line.quad.meanWidth >= Self.leastLength * height
    }

    /// Returns the width of a spine that begins at a side and has the line in its middle; nil if the line is too far
    /// away.
    private static func width(_ line: TextLine, from top: Point, _ bottom: Point, away: Double) -> Double? {
        let middle = line.quad.center
        let side = top.x + (bottom.x - top.x) * (middle.y - top.y) / max(bottom.y - top.y, 1)
        let thickness = line.quad.meanHeight
        let gap = away * (middle.x - side) - thickness / 2
        guard thickness > 0, reach ~= gap / thickness else { return nil }
        return gap + thickness + max(gap, 0.25 * thickness)
    }
}

/// A spine outlined only in part, extended to where its cover changes color: a line along it is above or below that
/// part, between the same sides.
private struct PartialSpine {
    /// The index of the partly outlined spine.
    let index: Int
    /// The outline, extended beyond the end of the line.
    let quad: Quad

    /// Maximum distance of the line's center, and of its edges, from the middle of the spine, as a share of the width.
    private static let (middle, edges) = (0.3, 0.65)
    /// How far the line may extend into the part, and how far away it may begin, as a share of the height of the book
    /// beside it.
    private static let reach = -0.15...0.5
    /// Maximum height of a spine, as a multiple of the highest book beside it.
    private static let highest = 1.2
    /// Maximum share of the extension that may be covered by other spines.
    private static let covered = 0.15

    /// - Returns: nil if no outline fits the line.
    init?(_ line: TextLine, among spines: [DetectedSpine]) {
        guard SpineTurn(line) != .level else { return nil }
        for (index, spine) in spines.enumerated() {
            guard let quad = Self.prolonged(spine, by: line, spines) else { continue }
            (self.index, self.quad) = (index, quad)
            return
        }
        return nil
    }

    private static func prolonged(_ spine: DetectedSpine, by line: TextLine, _ spines: [DetectedSpine]) -> Quad? {
        let axis = Axis(spine.quad)
        let width = spine.quad.meanWidth
        guard axis.length > 0, abs(axis.across(line.quad.center)) <= middle * width,
            line.quad.corners.allSatisfy({ abs(axis.across($0)) <= edges * width })
        else { return nil }
        let beside = spines.filter { other in
            let bounds = other.quad.bounds
            return other.row == spine.row && other.confidence >= 0.5 && bounds.y <= line.quad.center.y
                && line.quad.center.y <= bounds.maxY
                && abs(axis.across(other.quad.center)) <= width + other.quad.meanWidth
        }
        guard let height = beside.map(\.quad.meanHeight).max() else { return nil }
        let along = line.quad.corners.map(axis.along)
        let (low, high) = (along.min() ?? 0, along.max() ?? 0)
        // Both are distances from the foot.
        let isAbove = (low + high) / 2 > axis.length / 2
        guard reach ~= (isAbove ? low - axis.length : -high) / height else { return nil }
        let end = isAbove ? high + line.quad.meanHeight : low - line.quad.meanHeight
        let quad = axis.prolonged(to: end)
        guard quad.meanHeight > spine.quad.meanHeight, quad.meanHeight <= highest * height else { return nil }
        let added = quad.area - spine.quad.area
        let isFree = spines.allSatisfy { other in
            other.quad == spine.quad
                || QuadOverlap.common(quad, other.quad) - QuadOverlap.common(spine.quad, other.quad) <= covered * added
        }
        return isFree ? quad : nil
    }

    /// The center line of a spine, from its foot up.
    private struct Axis {
        private let quad: Quad
        private let foot: Point
        private let up: Point
        let length: Double

        init(_ quad: Quad) {
            self.quad = quad
            foot = (quad.bottomLeft + quad.bottomRight) * 0.5
            let whole = (quad.topLeft + quad.topRight) * 0.5 - foot
            length = whole.length
            up = length > 0 ? whole * (1 / length) : whole
        }

        func along(_ point: Point) -> Double { (point - foot).x * up.x + (point - foot).y * up.y }

        func across(_ point: Point) -> Double { up.cross(point - foot) }

        /// - Parameter end: distance from the foot; below 0, it becomes the new foot.
        func prolonged(to end: Double) -> Quad {
            let share = end / length
            let left = quad.bottomLeft + (quad.topLeft - quad.bottomLeft) * share
            let right = quad.bottomRight + (quad.topRight - quad.bottomRight) * share
            return end > 0
                ? Quad(topLeft: left, topRight: right, bottomRight: quad.bottomRight, bottomLeft: quad.bottomLeft)
                : Quad(topLeft: quad.topLeft, topRight: quad.topRight, bottomRight: right, bottomLeft: left)
        }
    }
}
