/// From pixels back to the plane of a patch: a homography, inverted.
struct PlaneMap {
    private let column0: Vector
    private let column1: Vector
    private let column2: Vector

    /// Nil if the camera looks along the plane.
    init?(_ patch: Patch, in projection: Projection) {
        let across = projection.direction(patch.across)
        let along = projection.direction(patch.along)
        let origin = projection.homogeneous(patch.origin)
        let determinant = across.dot(along.cross(origin))
        guard abs(determinant) > 1e-9 * across.length * along.length * origin.length else { return nil }
        // The rows of the inverse are cross products of the columns (Cramer's rule).
        let rows = [along.cross(origin), origin.cross(across), across.cross(along)].map { $0 / determinant }
        column0 = Vector(rows[0].x, rows[1].x, rows[2].x)
        column1 = Vector(rows[0].y, rows[1].y, rows[2].y)
        column2 = Vector(rows[0].z, rows[1].z, rows[2].z)
    }

    /// The homogeneous place of the pixel at `x` in the picture's row at height `y`.
    @inline(__always)
    func place(x: Double, y: Double) -> SIMD2<Double> {
        let image = column0 * x + column1 * y + column2
        return SIMD2(image.x, image.y) / image.z
    }
}
