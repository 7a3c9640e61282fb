import CMath
import EspyBase
import EspyPixels

/// How complete a circle of known radius is drawn around a point.
///
/// Along each spoke the steepest change near the radius votes, if it runs outward rather than along the circle: the
/// straight edges of an empty cell touch such a circle in a few places only.
struct RoundContour: Sendable {
    /// In pitches.
    let radius: Double
    /// The change of color over a sixteenth of a pitch that makes a full vote.
    let strength: Float
    /// Whether the disk is lighter (1) or darker (-1) than what is around it.
    let polarity: Float

    static let spokes = (0..<32).map { spoke in
        let angle = Double(spoke) * 2 * .pi / 32
        return Point(x: cos(angle), y: sin(angle))
    }
    private static let reach = 0.035

    /// The share of the circle that is there, from 0 to 1; the weakest quarter is left out.
    func coverage(_ rectified: RectifiedImage, around center: Point) -> Float {
        var quarters: [Float] = [0, 0, 0, 0]
        for (index, spoke) in Self.spokes.enumerated() {
            var best: Float = 0
            for shift in [-0.04, -0.02, 0, 0.02, 0.04] {
                let point = center + spoke * (radius + shift)
                guard let (outward, around, sign) = Self.change(rectified, point, spoke) else { continue }
                if polarity * sign > 0 { continue }
                best = max(best, outward - around)
            }
            quarters[index / 8] += min(best / strength, 1) / 8
        }
        return (quarters.reduce(0, +) - (quarters.min() ?? 0)) / 3
    }

    /// How much the color changes outward and along the circle, and whether luminance rises outward.
    static func change(_ rectified: RectifiedImage, _ point: Point, _ spoke: Point) -> (Float, Float, sign: Float)? {
        let side = Point(x: -spoke.y, y: spoke.x)
        guard let outer = rectified.color(at: point + spoke * reach),
            let inner = rectified.color(at: point - spoke * reach),
            let left = rectified.color(at: point + side * reach), let right = rectified.color(at: point - side * reach)
        else { return nil }
        let (across, along) = (outer - inner, left - right)
        return ((across * across).sum().squareRoot(), (along * along).sum().squareRoot(), across.w < 0 ? -1 : 1)
    }

    /// The circles that the caps around known centers share: those where the color changes more than on the circles
    /// beside them, outward to darker or outward to lighter.
    ///
    /// - Parameter codeSide: the side of a code in pitches. The edge of a label lies within, the edge of a cap beyond.
    static func candidates(_ rectified: RectifiedImage, around centers: [Point], codeSide: Double) -> [RoundContour] {
        let radii = Array(stride(from: min(max(0.24, 0.95 * codeSide), 0.36), through: 0.46, by: 0.02))
        // Three dozen caps, evenly picked, say as much as all.
        let some = centers.enumerated().filter { $0.offset % (centers.count / 36 + 1) == 0 }.map { $0.element }
        let votes = radii.map { radius in some.map { bestVotes(rectified, $0, radius) } }
        let falling = votes.map { Float(median($0.map { Double($0.falling) }) ?? 0) }
        let rising = votes.map { Float(median($0.map { Double($0.rising) }) ?? 0) }
        return peaks(falling).map { RoundContour(radius: radii[$0], strength: max(falling[$0], 0.03), polarity: 1) }
            + peaks(rising).map { RoundContour(radius: radii[$0], strength: max(rising[$0], 0.03), polarity: -1) }
    }

    /// The values that stand out from their neighbors and are not much below the largest.
    private static func peaks(_ values: [Float]) -> [Int] {
        let floor = max(0.4 * (values.max() ?? 0), 0.02)
        return values.indices.filter { index in
            values[index] > floor && (index == 0 || values[index] >= values[index - 1])
                && (index == values.count - 1 || values[index] > values[index + 1])
        }
    }

    /// The strongest votes for a circle near a code: labels are not always stuck on the middle of a cap.
    private static func bestVotes(
        _ rectified: RectifiedImage, _ center: Point, _ radius: Double
    ) -> (falling: Float, rising: Float) {
        var best: (falling: Float, rising: Float) = (0, 0)
        for y in stride(from: -0.04, through: 0.041, by: 0.04) {
            for x in stride(from: -0.04, through: 0.041, by: 0.04) {
                let votes = votes(rectified, center + Point(x: x, y: y), radius)
                best = (max(best.falling, votes.falling), max(best.rising, votes.rising))
            }
        }
        return best
    }

    /// How much the color changes outward on a circle, where luminance falls and where it rises; means over the
    /// circle.
    private static func votes(
        _ rectified: RectifiedImage, _ center: Point, _ radius: Double
    ) -> (falling: Float, rising: Float) {
        var (falling, rising, count) = (Float(0), Float(0), Float(0))
        for spoke in spokes {
            guard let (outward, around, sign) = change(rectified, center + spoke * radius, spoke) else { continue }
            if sign < 0 { falling += max(outward - around, 0) } else { rising += max(outward - around, 0) }
            count += 1
        }
        return count > 0 ? (falling / count, rising / count) : (0, 0)
    }
}
