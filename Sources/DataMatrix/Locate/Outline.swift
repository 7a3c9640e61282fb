/// Where a symbol lies in a plane: its four outer corners, top left, top right, bottom right, bottom left of the
/// symbol as the standard draws it.
struct Outline: Sendable {
    var topLeft: SIMD2<Float>
    var topRight: SIMD2<Float>
    var bottomRight: SIMD2<Float>
    var bottomLeft: SIMD2<Float>
    /// How far the sides bulge, for labels on round or creased things; `nil` where they are straight.
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

    /// The same place on a plane whose pixels are `factor` times as fine.
    package func scaled(by factor: Float) -> Outline {
        Outline(
            topLeft: topLeft * factor, topRight: topRight * factor, bottomRight: bottomRight * factor,
            bottomLeft: bottomLeft * factor, bend: bend.map { $0 * factor })
    }

    /// Reflected in the diagonal through the finder's corner: the finder stays the finder.
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
