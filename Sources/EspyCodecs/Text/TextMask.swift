import EspyPixels

extension TextMask {
    /// The glyphs one after the other on one baseline.
    init(_ glyphs: [Glyph], ascent: Int, descent: Int) {
        // Ink may reach before the pen or beyond the advance: slanted letters and combining marks do.
        var pen = 0
        var left = 0
        var right = 0
        for glyph in glyphs {
            left = min(left, pen + glyph.left)
            right = max(right, pen + glyph.left + glyph.width, pen + glyph.advance)
            pen += glyph.advance
        }
        let above = max(ascent, glyphs.map(\.top).max() ?? 0)
        let below = max(descent, glyphs.map { $0.height - $0.top }.max() ?? 0)
        let (width, height) = (right - left, max(above + below, 0))
        var coverage = [UInt8](repeating: 0, count: width * height)
        pen = -left
        for glyph in glyphs {
            Self.add(glyph, column: pen + glyph.left, row: above - glyph.top, to: &coverage, width: width)
            pen += glyph.advance
        }
        self.init(width: width, height: height, coverage: coverage)
    }

    private static func add(_ glyph: Glyph, column: Int, row: Int, to coverage: inout [UInt8], width: Int) {
        for y in 0..<glyph.height {
            for x in 0..<glyph.width {
                let index = (row + y) * width + column + x
                coverage[index] = max(coverage[index], glyph.coverage[y * glyph.width + x])
            }
        }
    }
}

extension Glyph {
    /// A mask standing on the baseline inside a frame.
    init(framing mask: TextMask, border: Int) {
        let margin = 2 * border
        width = mask.width + 2 * margin
        height = mask.height + 2 * margin
        left = border
        top = height - border
        advance = width + 2 * border
        var values = [UInt8](repeating: 0, count: width * height)
        for row in 0..<height {
            for column in 0..<width {
                let isFrame = min(row, column, height - 1 - row, width - 1 - column) < border
                let (x, y) = (column - margin, row - margin)
                let isInside = x >= 0 && y >= 0 && x < mask.width && y < mask.height
                values[row * width + column] = isFrame ? 255 : isInside ? mask.coverage[y * mask.width + x] : 0
            }
        }
        coverage = values
    }
}
