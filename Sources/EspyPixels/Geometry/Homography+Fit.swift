extension Homography {
    /// The map that takes each corner of one quad to the same corner of another, or `nil` where three corners of
    /// either lie on a line.
    public init?(from source: Quad, to target: Quad) {
        self.init(from: source.corners, to: target.corners)
    }

    /// The map that best takes each `source` point to the `target` point of the same index.
    ///
    /// Exact for four pairs, least squares for more: the direct linear transform in normalized coordinates (Hartley,
    /// "In defense of the eight-point algorithm", 1997). `nil` for fewer than four pairs, unequal counts, points that
    /// are not finite, and arrangements that fix no map, such as all points on a line.
    public init?(from source: [Point], to target: [Point]) {
        guard source.count >= 4, source.count == target.count,
            let sourceFrame = Self.normalization(of: source), let targetFrame = Self.normalization(of: target),
            let targetBack = targetFrame.inverse
        else { return nil }
        var equations = NormalEquations()
        for (from, to) in zip(source.map(sourceFrame.apply), target.map(targetFrame.apply)) {
            equations.add([from.x, from.y, 1, 0, 0, 0, -from.x * to.x, -from.y * to.x], equals: to.x)
            equations.add([0, 0, 0, from.x, from.y, 1, -from.x * to.y, -from.y * to.y], equals: to.y)
        }
        guard let s = equations.solution() else { return nil }
        let fitted = Homography(a: s[0], b: s[1], c: s[2], d: s[3], e: s[4], f: s[5], g: s[6], h: s[7], i: 1)
        // In normalized coordinates a usable map has a determinant near one; a tiny one flattens the plane.
        guard abs(fitted.determinant) > 1e-9 else { return nil }
        self = sourceFrame.then(fitted).then(targetBack)
    }

    /// Root of the mean squared distance in pixels between where the map takes `source` and `target`.
    public func residual(from source: [Point], to target: [Point]) -> Double {
        guard !source.isEmpty else { return 0 }
        let squares = zip(source, target).map { pair in
            let miss = apply(pair.0) - pair.1
            return miss.dot(miss)
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// Moves the centroid to the origin and the mean distance from it to √2.
    private static func normalization(of points: [Point]) -> Homography? {
        let count = Double(points.count)
        let center = points.reduce(Point(x: 0, y: 0), +) * (1 / count)
        let spread = points.reduce(0) { $0 + $1.distance(to: center) } / count
        guard spread.isFinite, spread > 0 else { return nil }
        return scaling(2.0.squareRoot() / spread, afterMovingBy: center * -1)
    }
}

/// Least squares for eight unknowns: every equation is folded into an 8 × 8 system, solved by elimination.
private struct NormalEquations {
    private static let unknowns = 8
    private var rows = [[Double]](repeating: [Double](repeating: 0, count: unknowns + 1), count: unknowns)

    mutating func add(_ coefficients: [Double], equals value: Double) {
        for row in 0..<Self.unknowns where coefficients[row] != 0 {
            for column in 0..<Self.unknowns { rows[row][column] += coefficients[row] * coefficients[column] }
            rows[row][Self.unknowns] += coefficients[row] * value
        }
    }

    /// Gaussian elimination with the largest pivot; `nil` where a pivot vanishes beside the largest entry.
    func solution() -> [Double]? {
        var rows = rows
        let size = Self.unknowns
        let largest = rows.joined().map(abs).max() ?? 0
        guard largest.isFinite, largest > 0 else { return nil }
        for column in 0..<size {
            let pivot = (column..<size).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            guard abs(rows[pivot][column]) > largest * 1e-13 else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<size where row != column {
                let factor = rows[row][column] / rows[column][column]
                guard factor != 0 else { continue }
                for entry in column...size { rows[row][entry] -= factor * rows[column][entry] }
            }
        }
        return (0..<size).map { rows[$0][size] / rows[$0][$0] }
    }
}
