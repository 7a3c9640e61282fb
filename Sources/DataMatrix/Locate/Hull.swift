/// The convex outline of a patch, clockwise in the picture, in pixel coordinates.
struct Hull {
    let points: [SIMD2<Float>]

    /// By Andrew's monotone chain over the outer corners of the first and the last pixel of every row.
    init(_ component: Component) {
        var left: [SIMD2<Float>] = []
        var right: [SIMD2<Float>] = []
        var index = component.runs.startIndex
        while index < component.runs.endIndex {
            let row = component.runs[index].y
            var start = component.runs[index].start
            var end = component.runs[index].end
            while index < component.runs.endIndex && component.runs[index].y == row {
                start = min(start, component.runs[index].start)
                end = max(end, component.runs[index].end)
                index += 1
            }
            for y in [Float(row), Float(row + 1)] {
                Self.extend(&left, with: SIMD2(Float(start), y), turn: -1)
                Self.extend(&right, with: SIMD2(Float(end), y), turn: 1)
            }
        }
        points = right + left.reversed()
    }

    private static func extend(_ chain: inout [SIMD2<Float>], with point: SIMD2<Float>, turn: Float) {
        while chain.count >= 2,
            cross(chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 1]) * turn <= 0
        {
            chain.removeLast()
        }
        chain.append(point)
    }

    /// The outline with its slightest corners taken away, one by one, until each that is left stands out by more
    /// than `tolerance` pixels from the line between its neighbors.
    func simplified(tolerance: Float) -> [SIMD2<Float>] {
        var polygon = points
        while polygon.count > 3 {
            var slightest = Float.infinity
            var position = 0
            for index in polygon.indices {
                let before = polygon[(index + polygon.count - 1) % polygon.count]
                let after = polygon[(index + 1) % polygon.count]
                let base = length(after - before)
                let height = base > 0 ? abs(cross(after - before, polygon[index] - before)) / base : 0
                if height < slightest {
                    slightest = height
                    position = index
                }
            }
            if slightest > tolerance { break }
            polygon.remove(at: position)
        }
        return polygon
    }
}
