extension Canvas {
    /// A filled quad.
    public mutating func fill(_ quad: Quad, _ color: Color) {
        fill(quad.corners, color)
    }

    /// A filled upright rectangle.
    public mutating func fill(_ rect: Rect, _ color: Color) {
        fill(Quad(rect).corners, color)
    }

    /// A filled polygon; where it crosses itself, by the even-odd rule.
    public mutating func fill(_ points: [Point], _ color: Color) {
        guard points.count >= 3, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        draw { $0.polygon(points, color) }
    }

    /// A filled circle.
    public mutating func fillCircle(center: Point, radius: Double, _ color: Color) {
        draw { $0.capsule(center, center, reach: radius, color) }
    }

    /// A circle line.
    public mutating func circle(center: Point, radius: Double, _ stroke: Stroke) {
        draw { surface in
            if let rim = stroke.rim {
                surface.ring(center, radius, reach: stroke.thickness / 2 + stroke.rimThickness, rim)
            }
            surface.ring(center, radius, reach: stroke.thickness / 2, stroke.color)
        }
    }
}

extension Surface {
    /// Each row is cut by this many lines; across, coverage is exact.
    private static let cutsPerRow = 4

    func polygon(_ points: [Point], _ color: Color) {
        let ys = points.map { $0.y }
        guard let top = ys.min(), let bottom = ys.max() else { return }
        var coverage = [Double](repeating: 0, count: width)
        for row in rows(top, bottom) {
            var touched = 0..<0
            for cut in 0..<Self.cutsPerRow {
                let y = Double(row) + (Double(cut) + 0.5) / Double(Self.cutsPerRow)
                let crossings = crossings(of: points, at: y)
                for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                    let span = add(from: crossings[pair], to: crossings[pair + 1], to: &coverage)
                    guard !span.isEmpty else { continue }
                    touched =
                        touched.isEmpty
                        ? span : min(touched.lowerBound, span.lowerBound)..<max(touched.upperBound, span.upperBound)
                }
            }
            for column in touched {
                blend(column, row, color, coverage: coverage[column] / Double(Self.cutsPerRow))
                coverage[column] = 0
            }
        }
    }

    private func crossings(of points: [Point], at y: Double) -> [Double] {
        var found: [Double] = []
        for (index, from) in points.enumerated() {
            let to = points[(index + 1) % points.count]
            guard (from.y > y) != (to.y > y) else { continue }
            found.append(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
        }
        return found.sorted()
    }

    /// Adds to each column the share of it between the two places.
    private func add(from low: Double, to high: Double, to coverage: inout [Double]) -> Range<Int> {
        let span = columns(low, high)
        for column in span {
            coverage[column] += min(high, Double(column + 1)) - max(low, Double(column))
        }
        return span
    }

    /// All pixels nearer to the circle line than `reach`.
    func ring(_ center: Point, _ radius: Double, reach: Double, _ color: Color) {
        let outer = radius + reach + 1
        for row in rows(center.y - outer, center.y + outer) {
            for column in columns(center.x - outer, center.x + outer) {
                let distance = center.distance(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                blend(column, row, color, coverage: reach + 0.5 - abs(distance - radius))
            }
        }
    }
}
