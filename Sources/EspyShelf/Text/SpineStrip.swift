import EspyPixels
import EspyText

/// The picture of one spine, turned so that its words are level.
enum SpineStrip {
    /// Longer or thicker pictures of a spine hold nothing more that could be read.
    private static let longest = 2600.0
    private static let thickest = 300.0

    /// - Returns: nil where the spine has no area, or is too small for any word.
    static func page(
        of spine: Quad, in image: GrayImage, turn: SpineTurn, _ look: SpineAttempt.Look
    ) -> TextPage? {
        let quad = turn.turned(spine)
        let (length, height) = (quad.meanWidth, quad.meanHeight)
        guard length.isFinite, height.isFinite, min(length, height) >= 6 else { return nil }
        let scale = scale(length, height, look)
        let (width, rows) = (Int((length * scale).rounded()), Int((height * scale).rounded()))
        guard min(width, rows) >= 8 else { return nil }
        guard let pixels = pixels(quad, image, width, rows, scale) else { return nil }
        return TextPage(width: width, height: rows, pixels: StripContrast.stretched(pixels))
    }

    private static func pixels(
        _ quad: Quad, _ image: GrayImage, _ width: Int, _ height: Int, _ scale: Double
    ) -> [UInt8]? {
        // A picture that is made smaller needs the mean of what falls together.
        if scale < 0.75 { return image.rectified(quad, width: width, height: height)?.pixels }
        return StripSampler.strip(quad, of: image, width: width, height: height)
    }

    /// Words are recognized best where small letters are about 20 pixels high. They are in most photos if a spine is made
    /// so thick.
    private static func scale(_ length: Double, _ height: Double, _ look: SpineAttempt.Look) -> Double {
        let thickness = min(length, height)
        let wanted = min(max(look.thickness / thickness, look.scales.lowerBound), look.scales.upperBound)
        return min(wanted, Self.longest / max(length, height), Self.thickest / thickness)
    }
}
