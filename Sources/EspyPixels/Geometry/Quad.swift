/// Four corners in pixels, clockwise as seen in the image, from the top left corner of the thing itself.
///
/// A thing on its side keeps its own top left corner first.
public struct Quad: Sendable, Hashable {
    public var topLeft: Point
    public var topRight: Point
    public var bottomRight: Point
    public var bottomLeft: Point

    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The mean of the corners.
    public var center: Point {
        Point(
            x: (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
            y: (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4)
    }

    /// The smallest upright rectangle that contains the four corners.
    public var bounds: Rect { Rect(around: corners)! }
}

extension Quad {
    /// The corners of an upright rectangle.
    public init(_ rect: Rect) {
        self.init(
            topLeft: Point(x: rect.x, y: rect.y), topRight: Point(x: rect.maxX, y: rect.y),
            bottomRight: Point(x: rect.maxX, y: rect.maxY), bottomLeft: Point(x: rect.x, y: rect.maxY))
    }

    /// Area in square pixels by the shoelace formula: positive for corners clockwise as seen in the image, as they
    /// should be, negative for a mirrored quad.
    public var signedArea: Double {
        (topLeft - bottomRight).cross(topRight - bottomLeft) / 2
    }

    /// Area in square pixels.
    public var area: Double { abs(signedArea) }

    /// Whether all four corners turn the same way, and none is straight.
    public var isConvex: Bool {
        let turns = edges.indices.map { edges[$0].cross(edges[($0 + 1) % 4]) }
        return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
    }

    /// Whether the point is inside, for any quad that does not cross itself (even-odd rule).
    public func contains(_ point: Point) -> Bool {
        let corners = corners
        var inside = false
        for index in 0..<4 {
            let (from, to) = (corners[index], corners[(index + 1) % 4])
            guard (from.y > point.y) != (to.y > point.y) else { continue }
            let crossing = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
            if point.x < crossing { inside.toggle() }
        }
        return inside
    }

    /// Rotates clockwise, as seen in the image, around its center or another point.
    public func rotated(byDegrees degrees: Double, around pivot: Point? = nil) -> Quad {
        let pivot = pivot ?? center
        return map { $0.rotated(byDegrees: degrees, around: pivot) }
    }

    /// Scales around its center.
    public func scaled(by factor: Double) -> Quad {
        let center = center
        return map { center + ($0 - center) * factor }
    }

    /// Moves each corner by the same function.
    public func map(_ move: (Point) -> Point) -> Quad {
        Quad(
            topLeft: move(topLeft), topRight: move(topRight), bottomRight: move(bottomRight),
            bottomLeft: move(bottomLeft))
    }

    /// Mean length in pixels of the upper and lower edge.
    public var meanWidth: Double { (topLeft.distance(to: topRight) + bottomLeft.distance(to: bottomRight)) / 2 }
    /// Mean length in pixels of the left and right edge.
    public var meanHeight: Double { (topLeft.distance(to: bottomLeft) + topRight.distance(to: bottomRight)) / 2 }

    private var edges: [Point] {
        [topRight - topLeft, bottomRight - topRight, bottomLeft - bottomRight, topLeft - bottomLeft]
    }
}

/// Returns the corners of the smallest convex polygon around points, clockwise as seen in the image; no three are on a
/// line.
///
/// A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions" (1979).
package func convexHull(of points: [Point]) -> [Point] {
    let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    func half(_ points: some Sequence<Point>) -> [Point] {
        var chain: [Point] = []
        for point in points {
            while chain.count > 1 {
                let (before, last) = (chain[chain.count - 2], chain[chain.count - 1])
                guard (last - before).cross(point - last) <= 0 else { break }
                chain.removeLast()
            }
            chain.append(point)
        }
        return chain.dropLast()
    }
    return half(sorted) + half(sorted.reversed())
}

/// Sides of the smallest rectangle, at any angle, around points: the one with the least area has a side along an edge
/// of their hull (H. Freeman and R. Shapira, 1975).
package struct TightRectangle: Sendable, Equatable {
    /// The longer side, in pixels.
    package let length: Double
    /// The shorter side.
    package let width: Double

    /// Nil for points on a line.
    package init?(around points: [Point]) {
        let hull = convexHull(of: points)
        guard hull.count > 2 else { return nil }
        var best = (length: 0.0, width: Double.infinity, area: Double.infinity)
        for (index, corner) in hull.enumerated() {
            let edge = hull[(index + 1) % hull.count] - corner
            let along = edge * (1 / (edge.x * edge.x + edge.y * edge.y).squareRoot())
            let reach = hull.map { along.dot($0) }
            let depth = hull.map { along.cross($0) }
            let (across, down) = (Self.spread(reach), Self.spread(depth))
            if across * down < best.area { best = (max(across, down), min(across, down), across * down) }
        }
        (length, width) = (best.length, best.width)
    }

    private static func spread(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
}

/// Area inside a polygon that does not cross itself, by the shoelace formula; in square pixels.
package func area(of polygon: [Point]) -> Double {
    var sum = 0.0
    for (index, point) in polygon.enumerated() { sum += point.cross(polygon[(index + 1) % polygon.count]) }
    return abs(sum) / 2
}
