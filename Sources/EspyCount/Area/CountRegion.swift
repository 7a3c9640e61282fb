import EspyPixels

/// A polygon in the picture; where it crosses itself, by the even-odd rule.
struct CountRegion: Sendable {
    private let corners: [Point]
    private let bounds: Rect

    init(_ corners: [Point]) {
        self.corners = corners
        bounds = Rect(around: corners) ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }

    func contains(_ point: Point) -> Bool {
        guard bounds.contains(point), var from = corners.last else { return false }
        var isInside = false
        for to in corners {
            if (from.y > point.y) != (to.y > point.y),
                point.x < from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
            {
                isInside.toggle()
            }
            from = to
        }
        return isInside
    }

    /// The part of a rectangle that lies inside, 0…1, to about a hundredth.
    ///
    /// Counted on a grid: exact clipping of polygons that cross themselves is long, and no decision is that close.
    func share(of rect: Rect) -> Double {
        guard bounds.intersection(rect) != nil else { return 0 }
        let steps = 16
        var hits = 0
        for row in 0..<steps {
            for column in 0..<steps {
                let point = Point(
                    x: rect.x + (Double(column) + 0.5) / Double(steps) * rect.width,
                    y: rect.y + (Double(row) + 0.5) / Double(steps) * rect.height)
                if contains(point) { hits += 1 }
            }
        }
        return Double(hits) / Double(steps * steps)
    }
}
