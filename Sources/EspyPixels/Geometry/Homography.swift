/// A projective map of the plane: what a flat thing undergoes when it is photographed at an angle.
///
/// Maps (x, y) to ((a x + b y + c) / w, (d x + e y + f) / w) with w = g x + h y + i.
public struct Homography: Sendable, Hashable {
    public let a, b, c, d, e, f, g, h, i: Double

    public init(
        a: Double, b: Double, c: Double, d: Double, e: Double, f: Double, g: Double, h: Double, i: Double
    ) {
        (self.a, self.b, self.c) = (a, b, c)
        (self.d, self.e, self.f) = (d, e, f)
        (self.g, self.h, self.i) = (g, h, i)
    }

    public static let identity = Homography(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0, g: 0, h: 0, i: 1)

    /// Moves by `offset`, then scales around the origin.
    public static func scaling(_ scale: Double, afterMovingBy offset: Point) -> Homography {
        Homography(a: scale, b: 0, c: scale * offset.x, d: 0, e: scale, f: scale * offset.y, g: 0, h: 0, i: 1)
    }

    /// The image of a point. A point on the horizon has infinite or undefined coordinates.
    @inlinable public func apply(_ point: Point) -> Point {
        let scale = 1 / (g * point.x + h * point.y + i)
        return Point(x: (a * point.x + b * point.y + c) * scale, y: (d * point.x + e * point.y + f) * scale)
    }

    /// The image of the four corners.
    public func apply(_ quad: Quad) -> Quad { quad.map(apply) }

    /// This map first, then `next`.
    public func then(_ next: Homography) -> Homography {
        let n = next
        return Homography(
            a: n.a * a + n.b * d + n.c * g, b: n.a * b + n.b * e + n.c * h, c: n.a * c + n.b * f + n.c * i,
            d: n.d * a + n.e * d + n.f * g, e: n.d * b + n.e * e + n.f * h, f: n.d * c + n.e * f + n.f * i,
            g: n.g * a + n.h * d + n.i * g, h: n.g * b + n.h * e + n.i * h, i: n.g * c + n.h * f + n.i * i)
    }

    public var determinant: Double {
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    }

    /// The map back, or `nil` where this one flattens the plane to a line or point.
    public var inverse: Homography? {
        let determinant = determinant
        guard determinant.isFinite, determinant != 0 else { return nil }
        let s = 1 / determinant
        return Homography(
            a: (e * i - f * h) * s, b: (c * h - b * i) * s, c: (b * f - c * e) * s,
            d: (f * g - d * i) * s, e: (a * i - c * g) * s, f: (c * d - a * f) * s,
            g: (d * h - e * g) * s, h: (b * g - a * h) * s, i: (a * e - b * d) * s)
    }
}
