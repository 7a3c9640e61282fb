import CFreeType
public import EspyPixels

/// Draws text with the fonts installed on this machine.
///
/// Every Unicode scalar leaves a mark: where no font has it, or its glyph is blank, a small box with its number is
/// drawn. Scalars are set one after the other from left to right, without joining or reordering of scripts.
///
/// Finding the fonts takes some milliseconds, so keep one renderer for all labels. It is not `Sendable`: each task
/// makes its own.
public final class TextRenderer: TextRasterizer {
    private let fonts: FontStack

    public init() {
        fonts = FontStack(FontFallback())
    }

    /// A renderer that finds no fonts, as on a machine that has none.
    package init(withoutFonts: Void) {
        fonts = FontStack(FontFallback(candidates: []))
    }

    /// Whether there is any font. Where there is none, labels are not drawn.
    public var hasFonts: Bool { fonts.main != nil }

    /// Sizes of letters that are drawn, in pixels.
    static let sizes = 4...512

    public func mask(_ text: String, size: Double, maxWidth: Int) -> TextMask? {
        guard let main = fonts.main, size.isFinite, !text.isEmpty else { return nil }
        let pixels = min(max(Int(size.rounded()), Self.sizes.lowerBound), Self.sizes.upperBound)
        guard FT_Set_Pixel_Sizes(main, 0, UInt32(pixels)) == 0 else { return nil }
        let metrics = main.pointee.size.pointee.metrics
        let ascent = (Int(metrics.ascender) + 63) >> 6
        let descent = (63 - Int(metrics.descender)) >> 6
        return TextMask(line(text, size: pixels, maxWidth: maxWidth), ascent: ascent, descent: descent)
    }

    /// The glyphs of the text, cut so that their advances stay within `maxWidth`.
    private func line(_ text: String, size: Int, maxWidth: Int) -> [Glyph] {
        let ellipsis = mark("\u{2026}", size: size)
        var glyphs: [Glyph] = []
        var width = 0
        // How many glyphs would leave room for the ellipsis.
        var room = 0
        for scalar in text.unicodeScalars {
            let glyph = mark(scalar, size: size)
            if width + ellipsis.advance <= maxWidth { room = glyphs.count }
            guard width + glyph.advance <= maxWidth else { return glyphs.prefix(room) + [ellipsis] }
            glyphs.append(glyph)
            width += glyph.advance
        }
        return glyphs
    }

    private func mark(_ scalar: Unicode.Scalar, size: Int) -> Glyph {
        let glyph = fonts.glyph(scalar, size: size)
        if let glyph, glyph.hasInk || scalar == " " { return glyph }
        // U+2400 and up are pictures of the control characters.
        if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value),
            let glyph = fonts.glyph(picture, size: size), glyph.hasInk
        {
            return glyph
        }
        return numberBox(scalar, size: size)
    }

    /// The number of a scalar in hexadecimal, small, in a frame.
    private func numberBox(_ scalar: Unicode.Scalar, size: Int) -> Glyph {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let small = max(size * 6 / 10, Self.sizes.lowerBound)
        let glyphs = padded.unicodeScalars.compactMap { fonts.glyph($0, size: small) }
        let ascent = glyphs.map(\.top).max() ?? small
        let inner = TextMask(glyphs, ascent: ascent, descent: 0)
        return Glyph(framing: inner, border: max(1, size / 16))
    }
}
