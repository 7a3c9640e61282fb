/// The corners of the smallest convex polygon around points, clockwise as seen in the image; no three lie on a line.
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

/// Sides of the smallest rectangle, at any angle, around points: the one of least area has a side along an edge of their
/// hull (H. Freeman and R. Shapira, 1975).
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
