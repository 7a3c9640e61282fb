/// A flat rectangle in the box: its point (u, v) is at `origin + u * across + v * along`.
struct Patch {
    var origin: Vector
    var across: Vector
    var along: Vector
    /// The part of the plane that is painted, in units of `across` and `along`.
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    func point(_ place: SIMD2<Double>) -> Vector {
        origin + across * place.x + along * place.y
    }

    /// The four corners in the order of a walk around the patch.
    var corners: [Vector] {
        [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)].map(point)
    }

    /// A square of the floor plan at height `z`.
    static func level(x: ClosedRange<Double>, y: ClosedRange<Double>, z: Double) -> Patch {
        Patch(
            origin: Vector(0, 0, z), across: Vector(1, 0, 0), along: Vector(0, 1, 0),
            low: SIMD2(x.lowerBound, y.lowerBound), high: SIMD2(x.upperBound, y.upperBound))
    }

    /// An upright strip from `start` to `end` of the floor plan: u runs 0...1 along it, v is the height.
    static func upright(from start: SIMD2<Double>, to end: SIMD2<Double>, height: ClosedRange<Double>) -> Patch {
        Patch(
            origin: Vector(start.x, start.y, 0), across: Vector(end.x - start.x, end.y - start.y, 0),
            along: Vector(0, 0, 1), low: SIMD2(0, height.lowerBound), high: SIMD2(1, height.upperBound))
    }

    /// A square around a disk: u and v in -1...1 are fractions of the radius.
    static func disc(center: Vector, across: Vector, along: Vector, radius: Double) -> Patch {
        Patch(
            origin: center, across: across * radius, along: along * radius, low: SIMD2(repeating: -1),
            high: SIMD2(repeating: 1))
    }

    /// The outline of a cylinder as the camera sees it: u in -1...1 across, v in 0...1 from `base` to `top`.
    static func cylinder(from base: Vector, to top: Vector, radius: Double, seenFrom eye: Vector) -> Patch {
        let axis = top - base
        let across = axis.cross(eye - (base + top) / 2).normalized
        return Patch(
            origin: base, across: across * radius, along: axis, low: SIMD2(-1, 0), high: SIMD2(1, 1))
    }
}
