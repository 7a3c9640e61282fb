/// The positions of the parts of one tube in space.
struct TubePose {
    let base: Vector
    let top: Vector
    /// From the base to the top, length 1.
    let axis: Vector
    /// Unit vectors in the plane of the cap: along the columns and along the rows.
    let across: Vector
    let along: Vector

    init(_ tube: SampleTube, holder: SampleHolder) {
        let middle = SIMD2(Double(tube.column) + 0.5, Double(tube.row) + 0.5)
        let height = holder.kind == .plate ? 0.001 : tube.height
        base = Vector(middle.x, middle.y, holder.kind == .plate ? -1 : 0)
        top = Vector(middle.x + tube.lean.x, middle.y + tube.lean.y, height)
        axis = (top - base).normalized
        across = Vector(1, 0, 0).orthogonal(to: axis)
        along = (Vector(0, 1, 0) - across * across.y).orthogonal(to: axis)
    }

    /// A point of the cap's face, in pitches from its middle.
    func face(_ place: SIMD2<Double>) -> Vector {
        top + across * place.x + along * place.y
    }
}
