import EspyPixels

/// Finds the walls of a box in its rectified image: four straight edges around the codes that end at each other.
struct WallFinder {
    /// The edges of a box among the cells: x in columns, y in rows; nil for one beyond the edge of the photo.
    struct Frame {
        var left: Double?
        var top: Double?
        var right: Double?
        var bottom: Double?
        /// The share of the edges that shows, from 0 to 1.
        var support: Double
        /// How clear the faintest of the edges is, in units of the least change that counts as one.
        var strength: Double
        /// At how many of the corners a side is seen to end, and none to go on.
        var ends: Int

        var isWhole: Bool { left != nil && top != nil && right != nil && bottom != nil }
    }

    private let rectified: RectifiedImage
    private let seen: CellRange
    private let upright: EdgeLines
    private let level: EdgeLines

    /// - Parameter caps: where codes were read, x in columns and y in rows.
    init(_ rectified: RectifiedImage, seen: CellRange, caps: [Point]) {
        self.rectified = rectified
        self.seen = seen
        let mask = rectified.mask(caps, radius: 0.42)
        upright = EdgeLines(rectified, mask, isUpright: true)
        level = EdgeLines(rectified, mask, isUpright: false)
    }

    /// Every frame around the codes whose sides are of the given lengths in cells.
    func frames(width: ClosedRange<Double>, height: ClosedRange<Double>) -> [Frame] {
        let side = Double(rectified.resolution)
        func pixel(_ cell: Double, _ first: Int) -> Double { (cell - Double(first) + 0.5) * side }
        let (firstCol, firstRow) = (rectified.cells.cols.lowerBound, rectified.cells.rows.lowerBound)
        let x = pixel(Double(seen.cols.lowerBound), firstCol)...pixel(Double(seen.cols.upperBound), firstCol)
        let y = pixel(Double(seen.rows.lowerBound), firstRow)...pixel(Double(seen.rows.upperBound), firstRow)
        let uprights = upright.candidates(
            before: x.lowerBound + 0.1 * side, behind: x.upperBound - 0.1 * side, along: y)
        let levels = level.candidates(before: y.lowerBound + 0.1 * side, behind: y.upperBound - 0.1 * side, along: x)
        let all = Self.lines(uprights) + Self.lines(levels)
        var frames: [Frame] = []
        for (left, right) in Self.pairs(uprights, width, side) {
            for (top, bottom) in Self.pairs(levels, height, side) {
                let corners = Corners(left: left, top: top, right: right, bottom: bottom)
                guard let shown = support(corners) else { continue }
                // Where a fourth side can be seen, the photo does not cut the box.
                if !corners.isWhole, all.contains(where: { isFrame(corners.closed(by: $0, uprights, levels)) }) {
                    continue
                }
                func cell(_ line: EdgeLines.Line?, _ middle: Double, _ first: Int) -> Double? {
                    line.map { $0.position(at: middle) / side + Double(first) - 0.5 }
                }
                let middle = (x: (x.lowerBound + x.upperBound) / 2, y: (y.lowerBound + y.upperBound) / 2)
                frames.append(
                    Frame(
                        left: cell(left, middle.y, firstCol), top: cell(top, middle.x, firstRow),
                        right: cell(right, middle.y, firstCol), bottom: cell(bottom, middle.x, firstRow),
                        support: shown.support, strength: shown.strength, ends: shown.ends))
            }
        }
        return frames
    }

    /// Whether these are the sides of a frame, and the photo shows that they end there: beyond a divider it may not go on for long.
    private func isFrame(_ corners: Corners?) -> Bool { corners.flatMap { support($0) }?.isSeenToEnd == true }

    private typealias Lines = (before: [EdgeLines.Line], behind: [EdgeLines.Line])

    private static func lines(_ lines: Lines) -> [EdgeLines.Line] { lines.before + lines.behind }

    /// Lines that may be the sides of one frame.
    private struct Corners {
        var left: EdgeLines.Line?
        var top: EdgeLines.Line?
        var right: EdgeLines.Line?
        var bottom: EdgeLines.Line?

        var isWhole: Bool { left != nil && top != nil && right != nil && bottom != nil }

        /// The same with one more line on the side that is missing; nil if it lies on another.
        func closed(by line: EdgeLines.Line, _ uprights: Lines, _ levels: Lines) -> Corners? {
            var result = self
            if left == nil, uprights.before.contains(line) {
                result.left = line
            } else if right == nil, uprights.behind.contains(line) {
                result.right = line
            } else if top == nil, levels.before.contains(line) {
                result.top = line
            } else if bottom == nil, levels.behind.contains(line) {
                result.bottom = line
            }
            return result.isWhole ? result : nil
        }
    }

    private typealias Pair = (EdgeLines.Line?, EdgeLines.Line?)

    private static func pairs(
        _ lines: (before: [EdgeLines.Line], behind: [EdgeLines.Line]), _ length: ClosedRange<Double>, _ side: Double
    ) -> [Pair] {
        var pairs: [Pair] = []
        for before in lines.before {
            for behind in lines.behind
            where length.contains((behind.middle - before.middle) / side) { pairs.append((before, behind)) }
        }
        return pairs + lines.before.map { ($0, nil) } + lines.behind.map { (nil, $0) }
    }

    /// How the sides show; nil where one does not, or where the lines do not end at each other.
    private func support(_ corners: Corners) -> (support: Double, strength: Double, ends: Int, isSeenToEnd: Bool)? {
        let (left, top, right, bottom) = (corners.left, corners.top, corners.right, corners.bottom)
        let sides = [
            left.map { Side(line: $0, first: top, last: bottom, outward: -1, lines: upright) },
            right.map { Side(line: $0, first: top, last: bottom, outward: 1, lines: upright) },
            top.map { Side(line: $0, first: left, last: right, outward: -1, lines: level) },
            bottom.map { Side(line: $0, first: left, last: right, outward: 1, lines: level) },
        ]
        guard sides.count(where: { $0 != nil }) >= 3 else { return nil }
        var (sum, ends, strength) = (0.0, [Bool?](), Double.infinity)
        for side in sides {
            guard let side else {
                ends += [nil, nil]
                continue
            }
            guard let shown = shown(side) else { return nil }
            sum += shown.share
            strength = min(strength, abs(shown.change))
            ends += shown.goesOn
        }
        // What lines on both sides go beyond is a divider, and no wall: of left and right above the top, and so on.
        let crossing = [(ends[0], ends[2]), (ends[1], ends[3]), (ends[4], ends[6]), (ends[5], ends[7])]
        guard !crossing.contains(where: { $0.0 == true && $0.1 == true }) else { return nil }
        let count = Double(sides.count(where: { $0 != nil }))
        let (passed, ended) = (ends.count(where: { $0 == true }), ends.count(where: { $0 == false }))
        let isClosed = corners.isWhole ? passed <= 1 || passed == 2 && ended >= 3 : passed == 0 && ended >= 2
        guard isClosed, sum / count > (corners.isWhole ? Self.usual : Self.sure) else { return nil }
        let isSeenToEnd = crossing.allSatisfy { $0.0 != nil || $0.1 != nil }
        let meeting = [(ends[0], ends[4]), (ends[1], ends[6]), (ends[2], ends[5]), (ends[3], ends[7])]
        let seen = meeting.count { ($0.0 == false || $0.1 == false) && $0.0 != true && $0.1 != true }
        return (sum / 4, strength, seen, isSeenToEnd)
    }

    /// A side of a frame, with the sides that it ends at.
    private struct Side {
        var line: EdgeLines.Line
        var first: EdgeLines.Line?
        var last: EdgeLines.Line?
        /// The direction away from the codes, across the line.
        var outward: Double
        var lines: EdgeLines
    }

    /// - Returns: nil where a side does not show; with it, whether the line goes on beyond each end, nil where that cannot be seen.
    private func shown(_ side: Side) -> (share: Double, change: Double, goesOn: [Bool?])? {
        let cell = Double(rectified.resolution)
        let end = Double(side.lines.isUpright ? rectified.height : rectified.width)
        let from = side.first?.position(at: side.line.middle) ?? 0
        let to = side.last?.position(at: side.line.middle) ?? end
        guard to - from > 0.5 * cell, hasOutside(side, from, to) else { return nil }
        let along = from + 0.2 * cell...max(to - 0.2 * cell, from + 0.3 * cell)
        // The slope of a line next to few codes is known better from the whole side.
        let lines = [0, -0.015, 0.015, -0.03, 0.03].map { turn in
            EdgeLines.Line(middle: side.line.middle, slope: side.line.slope + turn, origin: side.line.origin)
        }
        let all = lines.map { (line: $0, shown: side.lines.showing($0, along)) }
        guard let (line, shown) = all.max(by: { $0.shown.rank < $1.shown.rank }) else { return nil }
        let pieces = (to - from) / Double(side.lines.length)
        let isWhole = side.first != nil && side.last != nil
        guard shown.visible >= 3 || Double(shown.visible) > 0.6 * pieces,
            !isWhole || 8 * Double(shown.visible) >= pieces,
            shown.share > Self.least
        else { return nil }
        let ends = [
            (side.first, from - 3.4 * cell...from - 0.4 * cell), (side.last, to + 0.4 * cell...to + 3.4 * cell),
        ].map { other, beyond -> Bool? in
            guard other != nil else { return nil }
            let more = side.lines.showing(line, beyond)
            guard more.visible >= 2 else { return nil }
            return more.change * shown.change > 0 && abs(more.change) > 0.4 * abs(shown.change) && more.share > 0.75
        }
        return (shown.share, shown.change, ends)
    }

    /// Whether the photo goes on beyond a side: its own edge is no wall.
    private func hasOutside(_ side: Side, _ from: Double, _ to: Double) -> Bool {
        let away = 0.35 * Double(rectified.resolution) * side.outward
        let places = (1..<20).map { step in
            let along = max(from, 0) + (to - max(from, 0)) * Double(step) / 20
            let across = side.line.position(at: along)
            let (x, y) = side.lines.isUpright ? (across, along) : (along, across)
            let (dx, dy) = side.lines.isUpright ? (away, 0) : (0, away)
            return (
                inside: !rectified.luminance(Int(x - dx), Int(y - dy)).isNaN,
                outside: !rectified.luminance(Int(x + dx), Int(y + dy)).isNaN
            )
        }.filter { $0.inside }
        return 2 * places.count { $0.outside } >= places.count
    }

    /// The share of a side that must show, and of all sides together.
    private static let least = 0.55
    private static let usual = 0.7
    /// Of three sides together, where the photo cuts the box.
    private static let sure = 0.9
}
