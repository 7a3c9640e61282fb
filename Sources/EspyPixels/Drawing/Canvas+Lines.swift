/// How an outline is drawn.
public struct Stroke: Sendable, Hashable {
    public var color: Color
    /// In pixels.
    public var thickness: Double
    /// A thin rim on both sides, so that the line is seen on a ground of its own color; `nil` for none.
    public var rim: Color?

    /// - Parameter rim: Left out, it is black or white, whichever contrasts with the line.
    public init(color: Color, thickness: Double, rim: Color?) {
        self.color = color
        self.thickness = thickness
        self.rim = rim
    }

    public init(color: Color, thickness: Double) {
        self.init(color: color, thickness: thickness, rim: color.contrasting)
    }

    /// A third of the line, but enough to darken a whole pixel and at most three.
    var rimThickness: Double { min(max(thickness / 3, 1.5), 3) }
}

extension Canvas {
    /// A straight line with round ends.
    public mutating func line(from start: Point, to end: Point, _ stroke: Stroke) {
        outline([start, end], closed: false, stroke)
    }

    /// The edges of a quad.
    public mutating func outline(_ quad: Quad, _ stroke: Stroke) {
        outline(quad.corners, closed: true, stroke)
    }

    /// Straight lines from point to point with round joins, and back to the first where `closed`.
    public mutating func outline(_ points: [Point], closed: Bool, _ stroke: Stroke) {
        guard var from = points.first else { return }
        var segments: [(Point, Point)] = []
        for to in points.dropFirst() + (closed ? [from] : []) {
            segments.append((from, to))
            from = to
        }
        if segments.isEmpty { segments = [(from, from)] }
        draw { surface in
            if let rim = stroke.rim {
                let reach = stroke.thickness / 2 + stroke.rimThickness
                for (start, end) in segments { surface.capsule(start, end, reach: reach, rim) }
            }
            for (start, end) in segments { surface.capsule(start, end, reach: stroke.thickness / 2, stroke.color) }
        }
    }
}

extension Surface {
    /// All pixels nearer to the segment than `reach`.
    func capsule(_ start: Point, _ end: Point, reach: Double, _ color: Color) {
        let (top, bottom) = start.y <= end.y ? (start, end) : (end, start)
        let margin = reach + 1
        let rise = bottom.y - top.y
        let measure = SegmentMeasure(from: top, to: bottom)
        for row in rows(top.y - margin, bottom.y + margin) {
            // The part of the segment that can reach this row bounds the columns; a long slanted line would
            // otherwise cost its whole bounding box.
            let center = Double(row) + 0.5
            let low = rise > 0 ? min(max((center - margin - top.y) / rise, 0), 1) : 0
            let high = rise > 0 ? min(max((center + margin - top.y) / rise, 0), 1) : 1
            let (first, second) = (top.x + (bottom.x - top.x) * low, top.x + (bottom.x - top.x) * high)
            for column in columns(min(first, second) - margin, max(first, second) + margin) {
                let distance = measure.distance(to: Point(x: Double(column) + 0.5, y: center))
                blend(column, row, color, coverage: reach + 0.5 - distance)
            }
        }
    }
}

/// Distances to one segment, with what they share worked out once.
private struct SegmentMeasure {
    private let start: Point
    private let end: Point
    private let direction: Point
    private let length: Double

    init(from start: Point, to end: Point) {
        (self.start, self.end) = (start, end)
        length = start.distance(to: end)
        direction = length > 0 ? (end - start) * (1 / length) : Point(x: 0, y: 0)
    }

    @inline(__always)
    func distance(to point: Point) -> Double {
        let arm = point - start
        let along = arm.dot(direction)
        if along <= 0 { return arm.length }
        return along >= length ? point.distance(to: end) : abs(direction.cross(arm))
    }
}
