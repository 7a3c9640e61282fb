package import EspyPixels

/// A rectangle that may be tilted.
package struct TiltedRect: Sendable, Equatable {
    package var center: Point
    /// Of length 1, the direction of ``width``; that of ``height`` is a quarter turn clockwise from it.
    package var axis: Point
    package var width: Double
    package var height: Double

    private var across: Point { axis * (width / 2) }
    private var down: Point { Point(x: -axis.y, y: axis.x) * (height / 2) }

    package var area: Double { width * height }
    package var perimeter: Double { 2 * (width + height) }

    /// In a circle, clockwise as seen.
    package var corners: [Point] {
        [center - across - down, center + across - down, center + across + down, center - across + down]
    }

    /// Larger by `margin` on each of the four sides.
    package func grown(by margin: Double) -> TiltedRect {
        TiltedRect(center: center, axis: axis, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// The corners with the upper left one first, if the side that is more level is called the upper one.
    package var upright: Quad {
        // Of the four ways to see a rectangle, the one in which the first side points to the right.
        var corners = corners
        let side = corners[1] - corners[0]
        let turns = abs(side.x) >= abs(side.y) ? (side.x >= 0 ? 0 : 2) : (side.y >= 0 ? 3 : 1)
        corners = (0..<4).map { corners[($0 + turns) % 4] }
        return Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// What of a row is inside; nil for none.
    func span(atRow y: Double) -> ClosedRange<Double>? {
        let corners = corners
        var (low, high) = (Double.infinity, -Double.infinity)
        for index in 0..<4 {
            let (from, to) = (corners[index], corners[(index + 1) % 4])
            guard min(from.y, to.y) <= y, y <= max(from.y, to.y) else { continue }
            let isLevel = to.y - from.y == 0
            let places = isLevel ? [from.x, to.x] : [from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)]
            for x in places { (low, high) = (min(low, x), max(high, x)) }
        }
        return low <= high ? low...high : nil
    }

    /// The one of least area around points; nil where there are none. One of its sides runs along two points of their
    /// hull.
    package init?(around points: [(x: Int, y: Int)]) {
        let hull = Self.hull(points)
        guard let first = hull.first else { return nil }
        guard hull.count > 1 else {
            self.init(center: first, axis: Point(x: 1, y: 0), width: 0, height: 0)
            return
        }
        var best: TiltedRect?
        for index in hull.indices {
            let side = hull[(index + 1) % hull.count] - hull[index]
            let rect = TiltedRect(around: hull, along: side * (1 / side.length))
            if rect.area < best?.area ?? .infinity { best = rect }
        }
        guard let best else { return nil }
        self = best
    }

    package init(center: Point, axis: Point, width: Double, height: Double) {
        (self.center, self.axis, self.width, self.height) = (center, axis, width, height)
    }

    private init(around hull: [Point], along axis: Point) {
        let normal = Point(x: -axis.y, y: axis.x)
        let (along, across) = (hull.map { $0.dot(axis) }, hull.map { $0.dot(normal) })
        let (left, right) = (along.min() ?? 0, along.max() ?? 0)
        let (top, bottom) = (across.min() ?? 0, across.max() ?? 0)
        self.init(
            center: axis * ((left + right) / 2) + normal * ((top + bottom) / 2), axis: axis, width: right - left,
            height: bottom - top)
    }

    /// Corners of the smallest convex shape around points (Andrew's monotone chain).
    private static func hull(_ points: [(x: Int, y: Int)]) -> [Point] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ points: some Sequence<(x: Int, y: Int)>) -> [(x: Int, y: Int)] {
            var chain: [(x: Int, y: Int)] = []
            for point in points {
                while chain.count > 1 {
                    let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
                    guard (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) <= 0 else { break }
                    chain.removeLast()
                }
                if let last = chain.last, last == point { continue }
                chain.append(point)
            }
            return chain
        }
        let (lower, upper) = (chain(sorted), chain(sorted.reversed()))
        let corners = lower.count > 1 ? Array(lower.dropLast()) + upper.dropLast() : lower
        return corners.map { Point(x: Double($0.x), y: Double($0.y)) }
    }
}
