/// An upright rectangle in pixels: `x` and `y` are its top left corner.
public struct Rect: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
}

extension Rect {
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    /// In square pixels.
    public var area: Double { width * height }

    /// Whether the point is inside; the left and top edges belong to the rectangle, the others do not.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    /// The smallest rectangle that contains all points; nil if there are none.
    public init?(around points: [Point]) {
        guard let first = points.first else { return nil }
        var (least, most) = (first, first)
        for point in points {
            least = Point(x: min(least.x, point.x), y: min(least.y, point.y))
            most = Point(x: max(most.x, point.x), y: max(most.y, point.y))
        }
        self.init(x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y)
    }

    /// The intersection, or `nil` if they do not overlap.
    public func intersection(_ other: Rect) -> Rect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard right > left, bottom > top else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that contains both.
    public func union(_ other: Rect) -> Rect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Rect(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// Grows by `margin` on every side; a negative margin shrinks it.
    public func expanded(by margin: Double) -> Rect {
        Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}
