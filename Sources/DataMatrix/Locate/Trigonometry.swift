/// Angles without a math library: the module depends on nothing but the standard library.
enum Trigonometry {
    /// By the Taylor series around the nearest quarter turn; good to 1e-6.
    static func sineCosine(_ angle: Float) -> (sine: Float, cosine: Float) {
        let quarters = (angle / (Float.pi / 2)).rounded()
        let rest = angle - quarters * (Float.pi / 2)
        let square = rest * rest
        let sine = rest * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))))
        let cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
        switch Int(quarters) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// The direction of a vector, −π to π, good to 1e-4: a minimax polynomial for the arc tangent (Abramowitz and
    /// Stegun, 4.4.49) within an eighth of a turn, symmetry for the rest.
    static func angle(x: Float, y: Float) -> Float {
        let larger = max(abs(x), abs(y))
        guard larger > 0 else { return 0 }
        let ratio = min(abs(x), abs(y)) / larger
        let square = ratio * ratio
        var result =
            ratio
            * (0.999_866 + square * (-0.330_299_5 + square * (0.180_141 + square * (-0.085_133 + square * 0.020_835_1))))
        if abs(y) > abs(x) { result = Float.pi / 2 - result }
        if x < 0 { result = Float.pi - result }
        return y < 0 ? -result : result
    }
}
