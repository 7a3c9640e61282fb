/// A point or a direction in the space of the box, in pitches.
typealias Vector = SIMD3<Double>

extension SIMD3<Double> {
    func dot(_ other: Self) -> Double {
        (self * other).sum()
    }

    func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    var length: Double { dot(self).squareRoot() }

    var normalized: Self { self / length }

    /// The part of this vector perpendicular to the unit vector `axis`, with length 1.
    func orthogonal(to axis: Self) -> Self {
        (self - axis * dot(axis)).normalized
    }
}
