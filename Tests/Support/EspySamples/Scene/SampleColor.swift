/// A color or a shade: red, green, blue in 0...1 as in an sRGB file, and opacity.
public typealias SampleColor = SIMD4<Float>

extension SampleColor {
    /// An opaque gray.
    public init(gray: Float) {
        self.init(gray, gray, gray, 1)
    }

    /// An opaque color.
    public init(_ red: Float, _ green: Float, _ blue: Float) {
        self.init(red, green, blue, 1)
    }

    /// Red, green and blue multiplied by `factor`; the opacity stays.
    func lit(_ factor: Float) -> SampleColor {
        self * SampleColor(factor, factor, factor, 1)
    }

    /// Blends this color with `other` as `share` goes from 0 to 1.
    func mixed(with other: SampleColor, _ share: Float) -> SampleColor {
        self + (other - self) * share
    }
}

/// 0 below `low`, 1 above `high`, smooth between.
func smoothStep(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let share = min(max((value - low) / (high - low), 0), 1)
    return share * share * (3 - 2 * share)
}
