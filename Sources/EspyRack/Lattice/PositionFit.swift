import CMath
import EspyBase
import EspyPixels

/// Assigns codes to the positions of a known layout, at the rotation, size and place where it fits best.
///
/// A layout determines its rotation if its parts fit in only one way, like two rings of five and eleven. If another
/// rotation fits nearly as well, there is no answer.
struct PositionFit {
    /// The position of each code; nil if it is in none.
    var matches: [Int?]
    var turn: Turn
    /// Root mean square of the residuals, in units of the layout.
    var error: Double

    /// A rotation, scaling and translation, without mirroring.
    struct Turn {
        var a = 1.0
        var b = 0.0
        var x = 0.0
        var y = 0.0

        /// Clockwise in the photo.
        init(degrees: Double) { (a, b) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180)) }

        /// The one that maps the first points as closely as possible to the others.
        init?(_ pairs: [(from: Point, to: Point)]) {
            let count = Double(pairs.count)
            func middle(_ points: [Point]) -> Point {
                points.reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.x / count, y: $0.y + $1.y / count) }
            }
            let (from, to) = (middle(pairs.map { $0.from }), middle(pairs.map { $0.to }))
            var (along, across, size) = (0.0, 0.0, 0.0)
            for pair in pairs {
                let (px, py) = (pair.from.x - from.x, pair.from.y - from.y)
                let (qx, qy) = (pair.to.x - to.x, pair.to.y - to.y)
                along += px * qx + py * qy
                across += px * qy - py * qx
                size += px * px + py * py
            }
            guard size > 0, along != 0 || across != 0 else { return nil }
            (a, b) = (along / size, across / size)
            (x, y) = (to.x - a * from.x + b * from.y, to.y - b * from.x - a * from.y)
        }

        var scale: Double { (a * a + b * b).squareRoot() }
        /// Clockwise in the photo.
        var degrees: Double { atan2(b, a) * 180 / .pi }

        func applied(to point: Point) -> Point {
            Point(x: a * point.x - b * point.y + x, y: b * point.x + a * point.y + y)
        }
    }

    /// The least number of codes that determines the rotation of a layout.
    static let fewest = 6
    /// The largest residual, in distances between neighbors: more means another container.
    private static let mostError = 0.12
    /// The least residual, from the play of pins in their holes, in distances between neighbors.
    private static let usualError = 0.03
    /// How much worse the next rotation must fit. Rendered pucks of eight to sixteen pins, off their places and seen
    /// from up to 20 degrees aside, exceeded this with a wrong rotation once in many thousands.
    private static let certainty = 12.0
    /// How much worse than the best of all the rotation that the user gave may fit.
    private static let contradiction = 4.0
    /// The largest difference from the rotation that the user gave, in degrees.
    private static let tolerance = 15.0

    /// - Parameters:
    ///   - turn: rotation of the layout in the photo, given by the user, in degrees clockwise; nil if unknown.
    /// - Returns: nil if no rotation fits, or more than one does.
    static func find(_ codes: [Point], in layout: [Point], turn: Double?) -> PositionFit? {
        guard codes.count >= fewest else { return nil }
        let spacing = spacing(layout)
        let all = candidates(codes, layout, spacing)
        let found = all.filter { fit in
            guard let turn else { return true }
            return abs((fit.turn.degrees - turn).remainder(dividingBy: 360)) <= tolerance
        }
        guard let best = found.min(by: { $0.rank < $1.rank }), best.error < mostError * spacing,
            let bestOfAll = all.min(by: { $0.rank < $1.rank })
        else { return nil }
        // The user's rotation must not contradict the photo.
        guard best.count == bestOfAll.count, best.lag(behind: bestOfAll, spacing) < contradiction else { return nil }
        for other in found where other.isOtherThan(best) && other.count >= best.count {
            guard other.lag(behind: best, spacing) >= certainty else { return nil }
        }
        return best
    }

    /// How much worse this fits than a better one: the difference of the squared residuals, relative to that one's.
    private func lag(behind better: PositionFit, _ spacing: Double) -> Double {
        let least = Self.usualError * spacing
        let left = max(better.error * better.error, least * least)
        return Double(better.count) * (error * error - better.error * better.error) / left
    }

    /// Distance from a position to its nearest neighbor, the median of all.
    static func spacing(_ layout: [Point]) -> Double {
        let nearest = layout.indices.map { index in
            layout.indices.filter { $0 != index }.map { layout[$0].distance(to: layout[index]) }.min() ?? 0
        }
        return median(nearest) ?? 0
    }

    /// The number of codes with a position.
    private var count: Int { matches.count { $0 != nil } }
    private var rank: (Int, Double) { (-count, error) }

    /// Whether most codes have other positions.
    private func isOtherThan(_ other: PositionFit) -> Bool {
        2 * zip(matches, other.matches).count { $0 != $1 } >= matches.count
    }

    /// Fits from two codes that are far apart, for any two positions.
    private static func candidates(_ codes: [Point], _ layout: [Point], _ spacing: Double) -> [PositionFit] {
        var best: [[Int]: PositionFit] = [:]
        for (first, second) in farPairs(codes) {
            for one in layout.indices {
                for other in layout.indices where other != one {
                    let pairs = [
                        (from: layout[one], to: codes[first]), (from: layout[other], to: codes[second]),
                    ]
                    guard let start = Turn(pairs), let fit = settled(start, codes, layout, spacing) else { continue }
                    let matches = fit.matches.map { $0 ?? -1 }
                    if fit.error < best[matches]?.error ?? .infinity { best[matches] = fit }
                }
            }
        }
        return Array(best.values)
    }

    private static func farPairs(_ codes: [Point]) -> [(Int, Int)] {
        let all = codes.indices.flatMap { first in codes.indices.filter { $0 > first }.map { (first, $0) } }
        let far = all.sorted { codes[$0.0].distance(to: codes[$0.1]) > codes[$1.0].distance(to: codes[$1.1]) }
        return Array(far.prefix(8))
    }

    /// Alternates matching and fitting until nothing changes.
    private static func settled(
        _ start: Turn, _ codes: [Point], _ layout: [Point], _ spacing: Double
    ) -> PositionFit? {
        var (turn, matches) = (start, [Int?]())
        for _ in 0..<6 {
            guard let next = Self.matches(turn, codes, layout, 0.35 * spacing) else { return nil }
            if next == matches { break }
            matches = next
            let pairs = zip(codes, matches).compactMap { code, match in match.map { (from: layout[$0], to: code) } }
            guard let better = Turn(pairs), better.scale > 0 else { return nil }
            turn = better
        }
        let left = zip(codes, matches).compactMap { code, match in
            match.map { turn.applied(to: layout[$0]).distance(to: code) / turn.scale }
        }
        let square = left.reduce(0) { $0 + $1 * $1 } / Double(max(1, left.count))
        return PositionFit(matches: matches, turn: turn, error: square.squareRoot())
    }

    /// The nearest position of each code, if close; nil if two codes claim one, or too many have none.
    private static func matches(_ turn: Turn, _ codes: [Point], _ layout: [Point], _ reach: Double) -> [Int?]? {
        let seen = layout.map(turn.applied)
        var taken: Set<Int> = []
        var matches: [Int?] = []
        for code in codes {
            guard let nearest = seen.indices.min(by: { seen[$0].distance(to: code) < seen[$1].distance(to: code) }),
                seen[nearest].distance(to: code) < reach * turn.scale
            else {
                matches.append(nil)
                continue
            }
            guard taken.insert(nearest).inserted else { return nil }
            matches.append(nearest)
        }
        return matches.count - taken.count <= codes.count / 8 ? matches : nil
    }
}
