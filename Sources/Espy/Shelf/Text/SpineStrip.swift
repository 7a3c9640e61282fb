import EspyImage
import EspyText

/// The picture of one spine, turned so that its words are level.
struct SpineStrip {
    /// Longer or thicker pictures of a spine hold nothing more that could be read.
    private static let longest = 2400.0
    private static let thickest = 220.0
    /// Words are recognized best where small letters are about 20 pixels high, which they are not in most photos.
    private static let enlarged = 2.0

    /// - Parameter scale: more or less than usual.
    /// - Returns: nil where the spine has no area, or is too small for any word.
    static func page(of spine: Quad, in image: GrayImage, turn: SpineTurn, scale: Double = 1) -> TextPage? {
        let quad = turn.turned(spine)
        let (length, height) = (quad.meanWidth, quad.meanHeight)
        guard length.isFinite, height.isFinite, length >= 12, height >= 6 else { return nil }
        let fitting = min(Self.enlarged * scale, Self.longest / length, Self.thickest / min(length, height))
        let size = (Int((length * fitting).rounded()), Int((height * fitting).rounded()))
        guard min(size.0, size.1) >= 8 else { return nil }
        guard let strip = image.rectified(quad, width: size.0, height: size.1) else { return nil }
        return TextPage(width: strip.width, height: strip.height, pixels: strip.pixels)
    }
}
