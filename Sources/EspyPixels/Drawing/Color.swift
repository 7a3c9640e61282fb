/// A color to draw with, in sRGB.
public struct Color: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// 0 leaves the picture as it is, 1 covers it.
    public var opacity: Double

    public init(red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.opacity = opacity
    }

    /// From a number such as `0x1B998B`.
    public init(hex: UInt32, opacity: Double = 1) {
        self.init(
            red: UInt8(hex >> 16 & 0xFF), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF), opacity: opacity)
    }

    public static let black = Color(hex: 0x000000)
    public static let white = Color(hex: 0xFFFFFF)

    /// The same color, covering less.
    public func opacity(_ opacity: Double) -> Color {
        var color = self
        color.opacity = opacity
        return color
    }

    /// Luminance from 0 to 255, by the weights of ITU-R BT.601.
    public var luminance: Double { 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue) }

    /// Black beside a light color, white beside a dark one.
    public var contrasting: Color { luminance > 110 ? .black : .white }
}
