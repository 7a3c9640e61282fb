/// The direction of a grid of squares, from the gradients in a window.
///
/// Edges of a grid point four ways, a quarter turn apart. The fourth power of the gradient as a complex number maps
/// the four onto one, so that their mean has the grid's direction (the doubled-angle method of Granlund, 1978, taken
/// once further).
struct GridAngle {
    /// Radians, 0 up to a quarter turn.
    let angle: Float
    /// 0 where edges point anywhere, 1 where all agree.
    let coherence: Float

    init(_ raster: Raster, around center: SIMD2<Float>, side: Float) {
        let half = Int(side / 2)
        let left = max(Int(center.x) - half, 1)
        let right = min(Int(center.x) + half, raster.width - 2)
        let top = max(Int(center.y) - half, 1)
        let bottom = min(Int(center.y) + half, raster.height - 2)
        var real: Float = 0
        var imaginary: Float = 0
        var total: Float = 0
        for y in stride(from: top, through: bottom, by: 1) {
            let line = raster.base + y * raster.width
            for x in stride(from: left, through: right, by: 1) {
                let gx = Float(Int(line[x + 1]) - Int(line[x - 1]))
                let gy = Float(Int(line[x + raster.width]) - Int(line[x - raster.width]))
                let square = gx * gx + gy * gy
                guard square > 0 else { continue }
                let a = gx * gx - gy * gy
                let b = 2 * gx * gy
                real += (a * a - b * b) / square
                imaginary += 2 * a * b / square
                total += square
            }
        }
        coherence = total > 0 ? (real * real + imaginary * imaginary).squareRoot() / total : 0
        let quarter = Trigonometry.angle(x: real, y: imaginary) / 4
        angle = quarter < 0 ? quarter + Float.pi / 2 : quarter
    }
}
