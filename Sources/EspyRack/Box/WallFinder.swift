import EspyPixels

/// Finds the walls of a box in its rectified image: four straight edges around the codes that end at each other.
struct WallFinder {
    /// The edges of a box in cells: x in columns, y in rows; nil for an edge outside the photo.
    struct Frame {
        var left: Double?
        var top: Double?
        var right: Double?
        var bottom: Double?
        /// The visible share of the edges, from 0 to 1.
        var support: Double
        /// The strength of the faintest edge, in units of the least change that counts as an edge.
        var strength: Double
        /// The number of corners at which a side visibly ends and none continues.
        var ends: Int

        var isWhole: Bool { left != nil && top != nil && right != nil && bottom != nil }
    }

    private let rectified: RectifiedImage
    private let seen: CellRange
    private let upright: EdgeLines
    private let level: EdgeLines

    /// - Parameter caps: positions of the codes that were read, x in columns and y in rows.
    init(_ rectified: RectifiedImage, seen: CellRange, caps: [Point]) {
        self.rectified = rectified
        self.seen = seen
        let mask = rectified.mask(caps, radius: 0.42)
        upright = EdgeLines(rectified, mask, isUpright: true)
        level = EdgeLines(rectified, mask, isUpright: false)
    }

    /// Returns every frame around the codes whose sides have these lengths in cells.
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
                // If a fourth side is visible, the photo does not cut the box.
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

    /// Whether these are the sides of a frame that visibly ends there: beyond a divider, the box may end soon.
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

        /// Adds the missing side; nil if the line is on another side.
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

    /// How the sides show; nil if one does not, or if the lines do not end at each other.
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
        // If lines on both sides cross it, a line is a divider, not a wall: left and right above the top, and so on.
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

    /// A side of a frame, with the sides at which it ends.
    private struct Side {
        var line: EdgeLines.Line
        var first: EdgeLines.Line?
        var last: EdgeLines.Line?
        /// The direction away from the codes, across the line.
        var outward: Double
        var lines: EdgeLines
    }

    /// - Returns: nil if a side is not visible; otherwise also whether the line continues beyond each end, nil if that
    ///   is not visible.
    private func shown(_ side: Side) -> (share: Double, change: Double, goesOn: [Bool?])? {
        let cell = Double(rectified.resolution)
        let end = Double(side.lines.isUpright ? rectified.height : rectified.width)
        let from = side.first?.position(at: side.line.middle) ?? 0
        let to = side.last?.position(at: side.line.middle) ?? end
        guard to - from > 0.5 * cell, hasOutside(side, from, to) else { return nil }
        let along = from + 0.2 * cell...max(to - 0.2 * cell, from + 0.3 * cell)
        // Next to few codes, the slope of a line is known better from the whole side.
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

    /// Whether the photo continues beyond a side: its own edge is not a wall.
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

    /// The share of a side that must be visible, and of all sides together.
    private static let least = 0.55
    private static let usual = 0.7
    /// The share of three sides together, if the photo cuts the box.
    private static let sure = 0.9
}

/// Straight edges of a rectified image that run along one axis of the box, or nearly so.
///
/// The image is divided into pieces half a cell long. An edge is a line along which brightness or color changes in the
/// same direction in all pieces; in texture the direction varies.
private struct EdgeLines {
    /// An edge: its position at the middle of the codes, and its slope per pixel along.
    struct Line: Equatable {
        var middle: Double
        var slope: Double
        var origin: Double

        /// In pixels of the image.
        func position(at along: Double) -> Double { middle + slope * (along - origin) }
    }

    /// How clearly an edge shows over a part of its length.
    struct Showing {
        /// The share of the pieces that change in the same direction.
        var share = 0.0
        /// The mean change, with its direction, in units of the least that counts as one.
        var change = 0.0
        /// Pieces that are in the photo and not under caps.
        var visible = 0

        /// The rank of the line; a very large change is no better than a large one.
        var rank: Double { share * min(abs(change), 4) }
    }

    /// Whether the lines run from top to bottom.
    let isUpright: Bool
    let length: Int
    private let across: Int
    private let pieces: Int
    /// Changes of brightness, and of color from blue to red, in units of the least that counts; NaN outside the photo
    /// and under caps.
    private let channels: [[Float]]

    /// - Parameter mask: pixels to ignore.
    init(_ rectified: RectifiedImage, _ mask: [Bool], isUpright: Bool) {
        self.isUpright = isUpright
        length = rectified.resolution / 2
        across = isUpright ? rectified.width : rectified.height
        pieces = (isUpright ? rectified.height : rectified.width) / length
        let sampler = StepSampler(rectified: rectified, mask: mask, isUpright: isUpright, length: length)
        var (light, color): ([Float], [Float]) = ([], [])
        for piece in 0..<pieces {
            for position in 0..<across {
                let step = sampler.step(position, piece)
                light.append(step.w)
                color.append(step.x - step.z)
            }
        }
        channels = [light, color].map(Self.scaled)
    }

    /// The least change that is an edge, from 0 to 1.
    private static let faintest: Float = 0.012

    /// Scales changes to units of what stands out from a quiet part of the photo.
    private static func scaled(_ steps: [Float]) -> [Float] {
        let sizes = steps.filter { !$0.isNaN }.map(abs).sorted()
        let least = max(faintest, 5 * (sizes.isEmpty ? 0 : sizes[sizes.count * 3 / 10]))
        return steps.map { $0 / least }
    }

    /// Returns how clearly a line shows, in the channel in which it shows best.
    ///
    /// - Parameter along: in pixels.
    func showing(_ line: Line, _ along: ClosedRange<Double>) -> Showing {
        let first = max(Int((along.lowerBound / Double(length)).rounded()), 0)
        let last = min(Int((along.upperBound / Double(length)).rounded()), pieces)
        guard first < last else { return Showing() }
        var best = Showing()
        for steps in channels {
            var (up, down, sum, visible) = (0, 0, Float(0), 0)
            for piece in first..<last {
                let position = Int(line.position(at: (Double(piece) + 0.5) * Double(length)).rounded())
                guard position >= 0, position < across else { continue }
                let own = steps[piece * across + position]
                guard !own.isNaN else { continue }
                visible += 1
                sum += own
                // Lines lie between pixels, and never exactly at the expected position.
                let near = strongest(steps, piece, position)
                if near >= 1 { up += 1 } else if near <= -1 { down += 1 }
            }
            guard visible > 0 else { continue }
            let share = Double(max(up, down)) / Double(visible)
            let change = Double(sum) / Double(visible)
            let shown = Showing(share: share, change: change, visible: visible)
            if best.visible == 0 || shown.rank > best.rank { best = shown }
        }
        return best
    }

    @inline(__always)
    private func strongest(_ steps: [Float], _ piece: Int, _ position: Int) -> Float {
        var strongest = steps[piece * across + position]
        for other in [position - 1, position + 1] where other >= 0 && other < across {
            let step = steps[piece * across + other]
            if abs(step) > abs(strongest) { strongest = step }
        }
        return strongest
    }

    /// Returns the clearest lines before and behind the codes.
    ///
    /// - Parameters:
    ///   - before: where lines before the codes end, in pixels; `behind` is where those behind them begin.
    ///   - along: the pixels that the centers of the codes span.
    func candidates(
        before: Double, behind: Double, along: ClosedRange<Double>
    ) -> (before: [Line], behind: [Line]) {
        let side = Double(2 * length)
        let near = along.lowerBound - side / 2...along.upperBound + side / 2
        let far = along.lowerBound - 3 * side...along.upperBound + 3 * side
        let origin = (along.lowerBound + along.upperBound) / 2
        var best: [(line: Line, strength: Double)?] = []
        for position in 0..<across {
            var found: (line: Line, strength: Double, rank: Double)?
            for slope in Self.slopes {
                let line = Line(middle: Double(position), slope: slope, origin: origin)
                let shown = showing(line, near)
                guard shown.visible >= 2, shown.share >= Self.least else { continue }
                let rank = abs(shown.change) * (shown.share + 0.5 * showing(line, far).share - abs(slope))
                if rank > found?.rank ?? 0 { found = (line, abs(shown.change), rank) }
            }
            best.append(found.map { ($0.line, $0.strength) })
        }
        // In the soft edge of a shadow, no position is clearer than its neighbors.
        func clearest(_ range: Range<Int>) -> [Line] {
            let peaks = range.filter { position in
                guard let own = best[position] else { return false }
                return (max(position - 2, 0)...min(position + 2, across - 1)).allSatisfy {
                    $0 == position || (best[$0]?.strength ?? 0) < own.strength
                }
            }
            return peaks.compactMap { best[$0] }.sorted { $0.strength > $1.strength }.prefix(Self.most).map { $0.line }
        }
        let end = max(min(Int(before), across), 0)
        return (clearest(0..<end), clearest(max(min(Int(behind), across), end)..<across))
    }

    private static let least = 0.55
    private static let most = 14
    private static let slopes = (-3...3).map { 0.015 * Double($0) }
}

/// The change of the picture across one position, over a piece of a line.
private struct StepSampler {
    let rectified: RectifiedImage
    let mask: [Bool]
    let isUpright: Bool
    let length: Int

    /// Red, green, blue and luminance; NaN if most of the piece is masked.
    func step(_ position: Int, _ piece: Int) -> SIMD4<Float> {
        let limit = isUpright ? rectified.width : rectified.height
        guard position >= 2, position + 1 < limit else { return SIMD4(repeating: .nan) }
        var (sum, count) = (SIMD4<Float>(), 0)
        for place in piece * length..<(piece + 1) * length {
            guard let change = change(position, place) else { continue }
            sum += change
            count += 1
        }
        return 3 * count >= length ? sum / Float(count) : SIMD4(repeating: .nan)
    }

    private func change(_ position: Int, _ place: Int) -> SIMD4<Float>? {
        var change = SIMD4<Float>()
        for offset in -2...1 {
            let index =
                isUpright ? place * rectified.width + position + offset : (position + offset) * rectified.width + place
            guard !mask[index] else { return nil }
            change += rectified.pixels[index] * (offset < 0 ? -0.5 : 0.5)
        }
        return change.w.isNaN ? nil : change
    }
}
