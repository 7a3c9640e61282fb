/// A projective map of the plane: the distortion of a flat thing that is photographed at an angle.
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

    /// Applies this map first, then `next`.
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

    /// The inverse map, or `nil` if this one flattens the plane to a line or point.
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

extension Homography {
    /// The map that takes each corner of one quad to the same corner of another, or `nil` if three corners of either
    /// are on a line.
    public init?(from source: Quad, to target: Quad) {
        self.init(from: source.corners, to: target.corners)
    }

    /// The best map from each `source` point to the `target` point of the same index.
    ///
    /// Exact for four pairs, least squares for more: the direct linear transform in normalized coordinates (Hartley,
    /// "In defense of the eight-point algorithm", 1997). `nil` for fewer than four pairs, unequal counts, points that
    /// are not finite, and arrangements that determine no map, such as all points on a line.
    public init?(from source: [Point], to target: [Point]) {
        guard source.count >= 4, source.count == target.count,
            let sourceFrame = Self.normalization(of: source), let targetFrame = Self.normalization(of: target),
            let targetBack = targetFrame.inverse
        else { return nil }
        var equations = NormalEquations()
        for (from, to) in zip(source.map(sourceFrame.apply), target.map(targetFrame.apply)) {
            equations.add([from.x, from.y, 1, 0, 0, 0, -from.x * to.x, -from.y * to.x], equals: to.x)
            equations.add([0, 0, 0, from.x, from.y, 1, -from.x * to.y, -from.y * to.y], equals: to.y)
        }
        guard let s = equations.solution() else { return nil }
        let fitted = Homography(a: s[0], b: s[1], c: s[2], d: s[3], e: s[4], f: s[5], g: s[6], h: s[7], i: 1)
        // In normalized coordinates a usable map has a determinant near one; a tiny one flattens the plane.
        guard abs(fitted.determinant) > 1e-9 else { return nil }
        self = sourceFrame.then(fitted).then(targetBack)
    }

    /// Root mean square distance in pixels between the mapped `source` and `target`.
    public func residual(from source: [Point], to target: [Point]) -> Double {
        guard !source.isEmpty else { return 0 }
        let squares = zip(source, target).map { pair in
            let miss = apply(pair.0) - pair.1
            return miss.dot(miss)
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// Moves the centroid to the origin and scales the mean distance from it to √2.
    private static func normalization(of points: [Point]) -> Homography? {
        let count = Double(points.count)
        let center = points.reduce(Point(x: 0, y: 0), +) * (1 / count)
        let spread = points.reduce(0) { $0 + $1.distance(to: center) } / count
        guard spread.isFinite, spread > 0 else { return nil }
        return scaling(2.0.squareRoot() / spread, afterMovingBy: center * -1)
    }
}

/// Least squares for eight unknowns: every equation is folded into an 8 × 8 system, solved by elimination.
private struct NormalEquations {
    private static let unknowns = 8
    private var rows = [[Double]](repeating: [Double](repeating: 0, count: unknowns + 1), count: unknowns)

    mutating func add(_ coefficients: [Double], equals value: Double) {
        for row in 0..<Self.unknowns where coefficients[row] != 0 {
            for column in 0..<Self.unknowns { rows[row][column] += coefficients[row] * coefficients[column] }
            rows[row][Self.unknowns] += coefficients[row] * value
        }
    }

    /// Gaussian elimination with the largest pivot; `nil` if a pivot is negligible compared with the largest entry.
    func solution() -> [Double]? {
        var rows = rows
        let size = Self.unknowns
        let largest = rows.joined().map(abs).max() ?? 0
        guard largest.isFinite, largest > 0 else { return nil }
        for column in 0..<size {
            let pivot = (column..<size).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            guard abs(rows[pivot][column]) > largest * 1e-13 else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<size where row != column {
                let factor = rows[row][column] / rows[column][column]
                guard factor != 0 else { continue }
                for entry in column...size { rows[row][entry] -= factor * rows[column][entry] }
            }
        }
        return (0..<size).map { rows[$0][size] / rows[$0][$0] }
    }
}
