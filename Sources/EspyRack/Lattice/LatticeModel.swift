import CMath
import EspyPixels

/// Fits the map from cells to pixels, with no more freedom than the codes justify.
///
/// A few leaning tubes would bend a full homography far away from them, so it must beat a square grid and a sheared one
/// by the Bayesian information criterion (Schwarz, "Estimating the dimension of a model", 1978).
struct LatticeModel {
    let map: Homography
    /// The number of fitted parameters.
    let freedom: Int
    /// Sum of the squared distances in pixels.
    let misfit: Double

    /// The best map for the pairs; nil for fewer than two pairs or if all are in one cell.
    static func best(cells: [Point], pixels: [Point]) -> LatticeModel? {
        let models = [similarity, affine, homography].compactMap { $0(cells, pixels) }
        let count = Double(cells.count)
        guard let pitch = models.first?.pitch else { return nil }
        return models.min { left, right in
            left.criterion(count: count, pitch: pitch) < right.criterion(count: count, pitch: pitch)
        }
    }

    private func criterion(count: Double, pitch: Double) -> Double {
        // Codes are never placed more precisely than to a twentieth of a cell, so a perfect fit of a few proves
        // nothing.
        let floor = 0.0025 * pitch * pitch
        let observations = 2 * count
        return observations * log(misfit / observations + floor) + Double(freedom) * log(observations)
    }

    private var pitch: Double { (map.a * map.a + map.d * map.d).squareRoot() }

    private init?(_ map: Homography, freedom: Int, cells: [Point], pixels: [Point]) {
        let residual = map.residual(from: cells, to: pixels)
        guard residual.isFinite else { return nil }
        self.map = map
        self.freedom = freedom
        misfit = residual * residual * Double(cells.count)
    }

    /// Fits a square grid: rotated, scaled and translated.
    private static func similarity(cells: [Point], pixels: [Point]) -> LatticeModel? {
        let (cellMean, pixelMean) = (mean(cells), mean(pixels))
        var (spread, along, across) = (0.0, 0.0, 0.0)
        for (cell, pixel) in zip(cells, pixels) {
            let (from, to) = (cell - cellMean, pixel - pixelMean)
            spread += from.dot(from)
            along += from.dot(to)
            across += from.cross(to)
        }
        guard spread > 0 else { return nil }
        let (cosine, sine) = (along / spread, across / spread)
        guard cosine * cosine + sine * sine > 0 else { return nil }
        let map = linear(right: Point(x: cosine, y: sine), down: Point(x: -sine, y: cosine), cellMean, pixelMean)
        return LatticeModel(map, freedom: 4, cells: cells, pixels: pixels)
    }

    /// Fits a grid of parallelograms.
    private static func affine(cells: [Point], pixels: [Point]) -> LatticeModel? {
        let (cellMean, pixelMean) = (mean(cells), mean(pixels))
        var normal = SymmetricMatrix()
        var (byX, byY) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
        for (cell, pixel) in zip(cells, pixels) {
            let (from, to) = (cell - cellMean, pixel - pixelMean)
            normal.add(from)
            byX = byX + to * from.x
            byY = byY + to * from.y
        }
        guard let (right, down) = normal.solve(byX, byY), right.cross(down) > 0 else { return nil }
        return LatticeModel(
            linear(right: right, down: down, cellMean, pixelMean), freedom: 6, cells: cells, pixels: pixels)
    }

    /// Fits a plane seen at an angle. Its horizon must stay away from the codes.
    private static func homography(cells: [Point], pixels: [Point]) -> LatticeModel? {
        guard cells.count >= 6, let map = Homography(from: cells, to: pixels) else { return nil }
        let depths = cells.map { map.g * $0.x + map.h * $0.y + map.i }
        guard let nearest = depths.min(), let farthest = depths.max(), nearest * farthest > 0 else { return nil }
        let ratio = abs(farthest) > abs(nearest) ? farthest / nearest : nearest / farthest
        guard ratio < 5 else { return nil }
        return LatticeModel(map, freedom: 8, cells: cells, pixels: pixels)
    }

    private static func linear(right: Point, down: Point, _ cellMean: Point, _ pixelMean: Point) -> Homography {
        let origin = pixelMean - right * cellMean.x - down * cellMean.y
        return Homography(
            a: right.x, b: down.x, c: origin.x, d: right.y, e: down.y, f: origin.y, g: 0, h: 0, i: 1)
    }

    private static func mean(_ points: [Point]) -> Point {
        points.reduce(Point(x: 0, y: 0), +) * (1 / Double(max(points.count, 1)))
    }
}

/// The normal equations of a linear map of the plane.
struct SymmetricMatrix {
    private var xx = 0.0, xy = 0.0, yy = 0.0

    mutating func add(_ point: Point, weight: Double = 1) {
        xx += weight * point.x * point.x
        xy += weight * point.x * point.y
        yy += weight * point.y * point.y
    }

    /// Adds `weight` to the diagonal, which pulls the solution toward the value whose multiple is added on the right
    /// side.
    mutating func anchor(_ weight: Double) {
        xx += weight
        yy += weight
    }

    /// The columns of the map; nil if the points lie on a line.
    func solve(_ byX: Point, _ byY: Point) -> (Point, Point)? {
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-9 * (xx + yy) * (xx + yy), determinant > 0 else { return nil }
        let scale = 1 / determinant
        return ((byX * yy - byY * xy) * scale, (byY * xx - byX * xy) * scale)
    }
}
