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

    /// Whether all four corners turn the same way, none of them straight.
    public var isConvex: Bool {
        let turns = edges.indices.map { edges[$0].cross(edges[($0 + 1) % 4]) }
        return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
    }

    /// Whether the point lies inside, for any quad that does not cross itself (even-odd rule).
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

    /// Turned clockwise, as seen in the image, around its center or another point.
    public func rotated(byDegrees degrees: Double, around pivot: Point? = nil) -> Quad {
        let pivot = pivot ?? center
        return map { $0.rotated(byDegrees: degrees, around: pivot) }
    }

    /// Scaled around its center.
    public func scaled(by factor: Double) -> Quad {
        let center = center
        return map { center + ($0 - center) * factor }
    }

    /// Each corner moved by the same function.
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
