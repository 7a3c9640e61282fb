import EspyPixels

/// Lines that are not whole.
enum Hatching {
    /// Slanted lines that fill a polygon, by the even-odd rule.
    ///
    /// - Parameter step: from one line to the next along the edge of the picture.
    static func lines(in polygon: [Point], step: Double) -> [(Point, Point)] {
        // On a line that rises to the right, x + y is the same everywhere.
        let sums = polygon.map { $0.x + $0.y }
        guard let low = sums.min(), let high = sums.max(), low.isFinite, high.isFinite, step > 0 else { return [] }
        // A polygon may reach far beyond the picture.
        let count = min(Int(min((high - low) / step, 4000)), 4000)
        return (0...count).flatMap { line(at: low + (Double($0) + 0.5) * step, in: polygon) }
    }

    private static func line(at sum: Double, in polygon: [Point]) -> [(Point, Point)] {
        var crossings: [Point] = []
        for (index, from) in polygon.enumerated() {
            let to = polygon[(index + 1) % polygon.count]
            let (start, end) = (from.x + from.y, to.x + to.y)
            guard (start > sum) != (end > sum) else { continue }
            let share = (sum - start) / (end - start)
            crossings.append(from + (to - from) * share)
        }
        crossings.sort { $0.x < $1.x }
        return stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
    }

    /// The parts of a straight line that are drawn when it is dashed: both ends are, and gaps are as long as dashes.
    static func dashes(from start: Point, to end: Point, length: Double) -> [(Point, Point)] {
        let whole = start.distance(to: end)
        guard whole > 0, length > 0 else { return [] }
        let half = min((whole / length / 2).rounded(), 500)
        let parts = 2 * max(half, 1) + 1
        return stride(from: 0, to: Int(parts), by: 2).map { index in
            let (low, high) = (Double(index) / parts, Double(index + 1) / parts)
            return (start + (end - start) * low, start + (end - start) * high)
        }
    }

    /// The pieces of a closed line of many short ones that are drawn when it is dashed.
    static func dashes(along line: [Point], length: Double) -> [(Point, Point)] {
        guard length > 0 else { return [] }
        var (done, pieces): (Double, [(Point, Point)]) = (0, [])
        for (index, start) in line.enumerated() {
            let end = line[(index + 1) % line.count]
            if (done / length).truncatingRemainder(dividingBy: 2) < 1 { pieces.append((start, end)) }
            done += start.distance(to: end)
        }
        return pieces
    }
}
