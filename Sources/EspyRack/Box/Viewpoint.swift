package import EspyPixels

/// Where a camera was over a lattice, as far as its picture tells: the point straight below it and its height, in cells.
///
/// What lies below the plane of the lattice seems smaller, and drawn to that point. Pixels are taken to be square and the axis of the
/// camera to go through the middle of the picture (Hartley and Zisserman, Multiple View Geometry, 2004, chapter 8.6).
package struct Viewpoint: Sendable {
    package let foot: Point
    package let height: Double

    /// - Parameters:
    ///   - map: from columns and rows to pixels.
    ///   - width, height: the size of the picture in pixels.
    package init(map: Homography, width: Int, height: Int) {
        let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
        let usual = 0.8 * Double(max(width, height))
        func column(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
            SIMD3((x - middleX * z) / usual, (y - middleY * z) / usual, z)
        }
        let across = column(map.a, map.d, map.g)
        let down = column(map.b, map.e, map.h)
        let first = column(map.c, map.f, map.i)
        // Rows and columns meet at right angles and are as far apart as each other: two equations for the focal length, which
        // a picture from straight above leaves open. There the usual one is as good as any.
        let scale = across.x * across.x + across.y * across.y
        let equations = [
            ((across.x * down.x + across.y * down.y) / scale, across.z * down.z / scale),
            (
                (across.x * across.x + across.y * across.y - down.x * down.x - down.y * down.y) / scale,
                (across.z * across.z - down.z * down.z) / scale
            ),
        ]
        let doubt = 0.03 * 0.03
        let share =
            (doubt - equations.reduce(0) { $0 + $1.0 * $1.1 }) / (doubt + equations.reduce(0) { $0 + $1.0 * $1.0 })
        let focal = 1 / min(max(share, 0.1), 2.5).squareRoot()
        func direction(_ column: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(column.x / focal, column.y / focal, column.z)
        }
        let (right, bottom, start) = (direction(across), direction(down), direction(first))
        let away = SIMD3(
            right.y * bottom.z - right.z * bottom.y, right.z * bottom.x - right.x * bottom.z,
            right.x * bottom.y - right.y * bottom.x)
        func dot(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double { (one * other).sum() }
        let below = Point(x: -dot(right, start) / dot(right, right), y: -dot(bottom, start) / dot(bottom, bottom))
        let over = abs(dot(away, start)) / dot(away, away).squareRoot() / dot(right, right).squareRoot()
        // Of a map that folds the lattice, no more is known than of a scan.
        let isKnown = below.x.isFinite && below.y.isFinite && over.isFinite
        foot = isKnown ? below : Point(x: 0, y: 0)
        self.height = isKnown ? max(over, Self.least) : Self.farAway
    }

    /// Nobody takes a box from nearer than a cell.
    private static let least = 1.0
    private static let farAway = 1e6

    /// How much smaller than in the plane of the lattice things seem that lie below it by `depth` cells.
    func scale(atDepth depth: Double) -> Double { height / (height + depth) }
}
