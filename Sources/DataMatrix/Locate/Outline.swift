/// Where a symbol lies in a plane: its four outer corners, top left, top right, bottom right, bottom left of the
/// symbol as the standard draws it.
struct Outline: Sendable {
    var topLeft: SIMD2<Float>
    var topRight: SIMD2<Float>
    var bottomRight: SIMD2<Float>
    var bottomLeft: SIMD2<Float>

    /// - Parameter corners: in the order of ``Reading/corners``.
    init(_ corners: [SIMD2<Float>]) {
        topLeft = corners[0]
        topRight = corners[1]
        bottomRight = corners[2]
        bottomLeft = corners[3]
    }

    init(topLeft: SIMD2<Float>, topRight: SIMD2<Float>, bottomRight: SIMD2<Float>, bottomLeft: SIMD2<Float>) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    var center: SIMD2<Float> { (topLeft + topRight + bottomRight + bottomLeft) / 4 }

    /// Mean length of the upper and the lower side.
    var width: Float { (length(topRight - topLeft) + length(bottomRight - bottomLeft)) / 2 }

    /// Mean length of the left and the right side.
    var height: Float { (length(bottomLeft - topLeft) + length(bottomRight - topRight)) / 2 }

    /// The same place on a plane whose pixels are `factor` times as fine.
    func scaled(by factor: Float) -> Outline {
        Outline(
            topLeft: topLeft * factor, topRight: topRight * factor, bottomRight: bottomRight * factor,
            bottomLeft: bottomLeft * factor)
    }

    /// The same square seen with another of its corners as the finder's: turned clockwise by quarter turns.
    func turned(_ quarters: Int) -> Outline {
        let corners = [topLeft, topRight, bottomRight, bottomLeft]
        return Outline(
            topLeft: corners[(4 - quarters) & 3], topRight: corners[(5 - quarters) & 3],
            bottomRight: corners[(6 - quarters) & 3], bottomLeft: corners[(7 - quarters) & 3])
    }

    /// Reflected in the diagonal through the finder's corner: the finder stays the finder.
    var mirrored: Outline {
        Outline(topLeft: bottomRight, topRight: topRight, bottomRight: topLeft, bottomLeft: bottomLeft)
    }

    func contains(_ point: SIMD2<Float>) -> Bool {
        let corners = [topLeft, topRight, bottomRight, bottomLeft]
        var positive = 0
        for index in 0..<4 {
            let side = corners[(index + 1) & 3] - corners[index]
            if cross(side, point - corners[index]) > 0 { positive += 1 }
        }
        return positive == 0 || positive == 4
    }
}

/// The projective map from the unit square to a outline: (0, 0) is the top left corner, (1, 1) the bottom right.
///
/// Formula: P. Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989, section 2.2.3.
struct UnitMap {
    let a, b, c, d, e, f, g, h: Float

    init(_ place: Outline) {
        let p0 = place.topLeft
        let p1 = place.topRight
        let p2 = place.bottomRight
        let p3 = place.bottomLeft
        let d1 = p1 - p2
        let d2 = p3 - p2
        let sum = p0 - p1 + p2 - p3
        let determinant = cross(d1, d2)
        let inverse = abs(determinant) > 1e-6 ? 1 / determinant : 0
        g = cross(sum, d2) * inverse
        h = cross(d1, sum) * inverse
        a = p1.x - p0.x + g * p1.x
        b = p3.x - p0.x + h * p3.x
        c = p0.x
        d = p1.y - p0.y + g * p1.y
        e = p3.y - p0.y + h * p3.y
        f = p0.y
    }

    @inline(__always)
    func apply(_ u: SIMD4<Float>, _ v: SIMD4<Float>) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
        let scale = 1 / (g * u + h * v + 1)
        return ((a * u + b * v + c) * scale, (d * u + e * v + f) * scale)
    }

    @inline(__always)
    func apply(_ u: Float, _ v: Float) -> SIMD2<Float> {
        let scale = 1 / (g * u + h * v + 1)
        return SIMD2((a * u + b * v + c) * scale, (d * u + e * v + f) * scale)
    }
}

@inline(__always)
func cross(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float { a.x * b.y - a.y * b.x }

@inline(__always)
func dot(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float { a.x * b.x + a.y * b.y }

@inline(__always)
func length(_ a: SIMD2<Float>) -> Float { (a.x * a.x + a.y * a.y).squareRoot() }
