import EspyPixels
import EspyText

/// The spine that a line is on which lies on none that was found: as far as the books beside it leave room.
struct MissedSpine {
    private let line: TextLine
    private let left: DetectedSpine?
    private let right: DetectedSpine?

    /// How sure a spine is of which there is a line alone.
    private static let confidence = 0.5
    /// A spine is so many times as wide as letters along it are high.
    private static let widths = 0.8...4.0
    /// The same for letters across it, by the length of the line.
    private static let lengths = 0.9...1.7
    /// A line along a spine is so long at least, as a share of the books beside it.
    private static let leastLength = 0.25
    /// Beyond the last book of a row, a line belongs to the next one if it is no further away than so many times its height.
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

    /// Nil where there is no room for one.
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

    /// How wide a spine is that begins at a side and has the line in its middle; nil where the line is too far away.
    private static func width(_ line: TextLine, from top: Point, _ bottom: Point, away: Double) -> Double? {
        let middle = line.quad.center
        let side = top.x + (bottom.x - top.x) * (middle.y - top.y) / max(bottom.y - top.y, 1)
        let thickness = line.quad.meanHeight
        let gap = away * (middle.x - side) - thickness / 2
        guard thickness > 0, reach ~= gap / thickness else { return nil }
        return gap + thickness + max(gap, 0.25 * thickness)
    }
}
