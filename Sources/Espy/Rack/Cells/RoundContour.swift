import EspyImage
import Foundation

/// How complete a circle of known radius is drawn around a point.
///
/// Along each spoke the steepest change near the radius votes, if it runs outward rather than along the circle: the
/// straight edges of an empty cell touch such a circle in a few places only.
package struct RoundContour: Sendable {
    /// In pitches.
    package let radius: Double
    /// The change of color over a sixteenth of a pitch that makes a full vote.
    package let strength: Float
    /// Whether the disk is lighter (1) or darker (-1) than what is around it, 0 where that differs.
    package let polarity: Float

    static let spokes = (0..<32).map { spoke in
        let angle = Double(spoke) * 2 * .pi / 32
        return Point(x: cos(angle), y: sin(angle))
    }
    private static let reach = 0.035

    /// The share of the circle that is there, from 0 to 1; the weakest quarter is left out.
    func coverage(_ board: Board, around center: Point) -> Float {
        var quarters: [Float] = [0, 0, 0, 0]
        for (index, spoke) in Self.spokes.enumerated() {
            var best: Float = 0
            for shift in [-0.04, -0.02, 0, 0.02, 0.04] {
                let point = center + spoke * (radius + shift)
                guard let (outward, around, sign) = Self.change(board, point, spoke) else { continue }
                if polarity * sign > 0 { continue }
                best = max(best, outward - around)
            }
            quarters[index / 8] += min(best / strength, 1) / 8
        }
        return (quarters.reduce(0, +) - (quarters.min() ?? 0)) / 3
    }

    /// How much the color changes outward and along the circle, and whether luminance rises outward.
    static func change(_ board: Board, _ point: Point, _ spoke: Point) -> (Float, Float, sign: Float)? {
        let side = Point(x: -spoke.y, y: spoke.x)
        guard let outer = board.color(at: point + spoke * reach), let inner = board.color(at: point - spoke * reach),
            let left = board.color(at: point + side * reach), let right = board.color(at: point - side * reach)
        else { return nil }
        let (across, along) = (outer - inner, left - right)
        return ((across * across).sum().squareRoot(), (along * along).sum().squareRoot(), across.w < 0 ? -1 : 1)
    }

    /// The outermost circle that the caps around known centers share.
    ///
    /// Most caps have a light rim, so the circle where it ends in something darker is the edge of the cap; only where
    /// there is none, the outermost circle of the other kind is taken.
    package init?(_ board: Board, learnedFrom centers: [Point]) {
        let radii = Array(stride(from: 0.26, through: 0.44, by: 0.02))
        let votes = radii.map { radius in centers.map { Self.votes(board, $0, radius) } }
        let falling = votes.map { Float(median($0.map { Double($0.falling) }) ?? 0) }
        let rising = votes.map { Float(median($0.map { Double($0.rising) }) ?? 0) }
        let most = max(falling.max() ?? 0, rising.max() ?? 0)
        let light = Self.outermostPeak(falling, above: 0.3 * most)
        let dark = Self.outermostPeak(rising, above: 0.5 * most)
        guard let index = light ?? dark else { return nil }
        radius = radii[index]
        polarity = light != nil ? 1 : -1
        strength = max(light != nil ? falling[index] : rising[index], 0.03)
    }

    private static func outermostPeak(_ values: [Float], above floor: Float) -> Int? {
        values.indices.last { index in
            values[index] > floor && values[index] > 0.02 && (index == 0 || values[index] >= values[index - 1])
                && (index == values.count - 1 || values[index] >= values[index + 1])
        }
    }

    /// How much the color changes outward on a circle, where luminance falls and where it rises; means over the
    /// circle.
    private static func votes(_ board: Board, _ center: Point, _ radius: Double) -> (falling: Float, rising: Float) {
        var (falling, rising, count) = (Float(0), Float(0), Float(0))
        for spoke in spokes {
            guard let (outward, around, sign) = change(board, center + spoke * radius, spoke) else { continue }
            if sign < 0 { falling += max(outward - around, 0) } else { rising += max(outward - around, 0) }
            count += 1
        }
        return count > 0 ? (falling / count, rising / count) : (0, 0)
    }
}
