import CMath

/// A position in pixels of the upright image: origin at the outer top left corner, x to the right, y down.
///
/// The center of the first pixel is at (0.5, 0.5).
public struct Point: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

extension Point {
    public static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
    public static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
    public static func * (point: Point, scale: Double) -> Point { Point(x: point.x * scale, y: point.y * scale) }

    /// Distance in pixels.
    public func distance(to other: Point) -> Double { (self - other).length }

    /// Distance from the origin, for points that represent a difference.
    public var length: Double { (x * x + y * y).squareRoot() }

    public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// Positive if `other` is clockwise from this direction, as seen in the image.
    public func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// Rotates clockwise, as seen in the image, around `center`.
    public func rotated(byDegrees degrees: Double, around center: Point) -> Point {
        let radians = degrees * .pi / 180
        let (sine, cosine) = (sin(radians), cos(radians))
        let arm = self - center
        return center + Point(x: arm.x * cosine - arm.y * sine, y: arm.x * sine + arm.y * cosine)
    }

    /// The shortest distance to the line segment from `start` to `end`.
    public func distance(toSegmentFrom start: Point, to end: Point) -> Double {
        let along = end - start
        let squared = along.dot(along)
        guard squared > 0 else { return distance(to: start) }
        let share = min(max((self - start).dot(along) / squared, 0), 1)
        return distance(to: start + along * share)
    }
}
