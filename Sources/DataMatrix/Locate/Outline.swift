/// The position of a symbol in a plane: its four outer corners, top left, top right, bottom right, bottom left of the
/// symbol as drawn in the standard.
struct Outline: Sendable {
    var topLeft: SIMD2<Float>
    var topRight: SIMD2<Float>
    var bottomRight: SIMD2<Float>
    var bottomLeft: SIMD2<Float>
    /// The bulge of each side, for labels on round or creased things; `nil` if they are straight.
    var bend: Bend?

    /// - Parameter corners: in the order of ``Reading/corners``.
    init(_ corners: [SIMD2<Float>]) {
        topLeft = corners[0]
        topRight = corners[1]
        bottomRight = corners[2]
        bottomLeft = corners[3]
    }

    init(
        topLeft: SIMD2<Float>, topRight: SIMD2<Float>, bottomRight: SIMD2<Float>, bottomLeft: SIMD2<Float>,
        bend: Bend? = nil
    ) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
        self.bend = bend
    }

    var center: SIMD2<Float> { (topLeft + topRight + bottomRight + bottomLeft) / 4 }

    /// Mean length of the upper and the lower side.
    var width: Float { (length(topRight - topLeft) + length(bottomRight - bottomLeft)) / 2 }

    /// Mean length of the left and the right side.
    var height: Float { (length(bottomLeft - topLeft) + length(bottomRight - topRight)) / 2 }

    /// The same outline on a plane whose pixels are `factor` times as fine.
    func scaled(by factor: Float) -> Outline {
        Outline(
            topLeft: topLeft * factor, topRight: topRight * factor, bottomRight: bottomRight * factor,
            bottomLeft: bottomLeft * factor, bend: bend.map { $0 * factor })
    }

    /// Mirrored along the diagonal through the finder's corner: the finder stays the finder.
    var mirrored: Outline {
        Outline(
            topLeft: bottomRight, topRight: topRight, bottomRight: topLeft, bottomLeft: bottomLeft,
            bend: bend?.mirrored)
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

@inline(__always)
func cross(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float { a.x * b.y - a.y * b.x }

@inline(__always)
func dot(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float { a.x * b.x + a.y * b.y }

@inline(__always)
func length(_ a: SIMD2<Float>) -> Float { (a.x * a.x + a.y * a.y).squareRoot() }

/// The distance of the middle of each side from the straight line between its corners, in pixels.
struct Bend: Sendable {
    var top = SIMD2<Float>()
    var right = SIMD2<Float>()
    var bottom = SIMD2<Float>()
    var left = SIMD2<Float>()

    static func + (first: Bend, second: Bend) -> Bend {
        Bend(
            top: first.top + second.top, right: first.right + second.right, bottom: first.bottom + second.bottom,
            left: first.left + second.left)
    }

    static func * (bend: Bend, factor: Float) -> Bend {
        Bend(
            top: bend.top * factor, right: bend.right * factor, bottom: bend.bottom * factor,
            left: bend.left * factor)
    }

    /// The largest displacement of a place in the symbol or its quiet zone, which extends a tenth beyond a side.
    var most: Float { 1.2 * (length(top) + length(right) + length(bottom) + length(left)) }

    /// The sides as in ``Outline/mirrored``.
    var mirrored: Bend { Bend(top: right, right: top, bottom: left, left: bottom) }
}

/// The projective map from the unit square to an outline: (0, 0) is the top left corner, (1, 1) the bottom right.
///
/// Formula: P. Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989, section 2.2.3. Bulging sides each
/// add a parabola, blended over the patch as in S. Coons (1967).
struct UnitMap {
    private let a, b, c, d, e, f, g, h: Float
    let bend: Bend?

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
        bend = place.bend
    }

    /// Maps four positions on a patch with straight sides.
    @inline(__always)
    func applyStraight(_ u: SIMD4<Float>, _ v: SIMD4<Float>) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
        let scale = 1 / (g * u + h * v + 1)
        return ((a * u + b * v + c) * scale, (d * u + e * v + f) * scale)
    }

    /// Whether the whole patch is in front of the viewer: a folded one may have nearby corners, and points anywhere
    /// between.
    @inline(__always)
    func isWhole(_ u: SIMD4<Float>, _ v: SIMD4<Float>) -> Bool {
        let depth = g * u + h * v + 1
        return depth[0] > 0 && depth[1] > 0 && depth[2] > 0 && depth[3] > 0
    }

    /// Maps four positions on a patch with bulging sides.
    @inline(__always)
    func applyBent(_ u: SIMD4<Float>, _ v: SIMD4<Float>, _ bend: Bend) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
        let (x, y) = applyStraight(u, v)
        let across = 4 * u * (1 - u)
        let down = 4 * v * (1 - v)
        let top = across * (1 - v)
        let bottom = across * v
        let left = down * (1 - u)
        let right = down * u
        return (
            x + (top * bend.top.x + bottom * bend.bottom.x) + (left * bend.left.x + right * bend.right.x),
            y + (top * bend.top.y + bottom * bend.bottom.y) + (left * bend.left.y + right * bend.right.y)
        )
    }

    /// Maps four positions.
    @inline(__always)
    func apply(_ u: SIMD4<Float>, _ v: SIMD4<Float>) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
        bend.map { applyBent(u, v, $0) } ?? applyStraight(u, v)
    }
}
