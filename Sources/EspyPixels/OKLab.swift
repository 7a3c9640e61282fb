import CMath

/// A perceptually uniform color: B. Ottosson, "A perceptual color space for image processing" (2020).
package struct OKLab: Sendable, Equatable {
    /// Lightness, from 0 to 1.
    package let lightness: Float
    /// From green to red.
    package let a: Float
    /// From blue to yellow.
    package let b: Float

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        let (r, g, b) = (Self.linear[Int(red)], Self.linear[Int(green)], Self.linear[Int(blue)])
        let l = cbrtf(0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_99 * b)
        let m = cbrtf(0.211_903_5 * r + 0.680_699_55 * g + 0.107_396_96 * b)
        let s = cbrtf(0.088_302_46 * r + 0.281_718_84 * g + 0.629_978_7 * b)
        lightness = 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_05 * s
        a = 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s
        self.b = 0.025_904_04 * l + 0.782_771_77 * m - 0.808_675_77 * s
    }

    /// Distance from gray, at most about 0.32.
    package var chroma: Float { (a * a + b * b).squareRoot() }

    /// Linear light values of the 256 levels of sRGB (IEC 61966-2-1).
    private static let linear: [Float] = (0..<256).map { step in
        let value = Float(step) / 255
        return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }
}
