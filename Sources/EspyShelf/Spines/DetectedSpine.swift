public import EspyPixels

/// One spine, without a number yet.
public struct DetectedSpine: Sendable, Equatable {
    /// Corners: top left, top right, bottom right, bottom left.
    public var quad: Quad
    /// The shelf that it is on, from 0 at the top.
    public var row: Int
    /// Confidence, 0...1.
    public var confidence: Double

    public init(quad: Quad, row: Int, confidence: Double) {
        self.quad = quad
        self.row = row
        self.confidence = confidence
    }
}

/// The overlap of two tilted rectangles.
package enum QuadOverlap {
    /// Returns the area of the intersection divided by the area of the union, from 0 to 1, of convex quads.
    package static func share(_ a: Quad, _ b: Quad) -> Double {
        let common = common(a, b)
        let all = a.area + b.area - common
        return all > 0 ? common / all : 0
    }

    /// Returns the area of the intersection: one quad is clipped at each edge of the other (Sutherland and Hodgman,
    /// Communications of the ACM 17, 1974).
    package static func common(_ a: Quad, _ b: Quad) -> Double {
        guard a.bounds.x < b.bounds.maxX, b.bounds.x < a.bounds.maxX, a.bounds.y < b.bounds.maxY,
            b.bounds.y < a.bounds.maxY
        else { return 0 }
        var rest = a.corners
        let edges = b.signedArea >= 0 ? b.corners : b.corners.reversed()
        for index in 0..<4 { rest = cut(rest, from: edges[index], to: edges[(index + 1) % 4]) }
        return area(rest)
    }

    /// Returns the part to the right of a line, as seen in the image.
    private static func cut(_ corners: [Point], from: Point, to: Point) -> [Point] {
        var kept: [Point] = []
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            let (side, nextSide) = ((to - from).cross(corner - from), (to - from).cross(next - from))
            if side >= 0 { kept.append(corner) }
            if (side >= 0) != (nextSide >= 0) {
                kept.append(corner + (next - corner) * (side / (side - nextSide)))
            }
        }
        return kept
    }

    private static func area(_ corners: [Point]) -> Double {
        guard corners.count > 2 else { return 0 }
        let twice = corners.indices.reduce(0.0) { sum, index in
            sum + (corners[index] - corners[0]).cross(corners[(index + 1) % corners.count] - corners[0])
        }
        return abs(twice) / 2
    }
}
