import CFontconfig
import CFreeType
public import EspyPixels

/// Draws text with the fonts installed on this machine.
///
/// Every Unicode scalar leaves a mark: if no font has it, or its glyph is blank, a small box with its number is drawn.
/// Scalars are drawn one after the other from left to right, without joining or reordering of scripts.
///
/// Finding the fonts takes some milliseconds, so keep one renderer for all labels. It is not `Sendable`: each task
/// needs its own.
public final class TextRenderer: TextRasterizer {
    private let fonts: FontStack

    public init() {
        fonts = FontStack(FontFallback())
    }

    /// A renderer without fonts, as on a machine that has none.
    package init(withoutFonts: Void) {
        fonts = FontStack(FontFallback(candidates: []))
    }

    /// Whether there is any font. Without fonts, labels are not drawn.
    public var hasFonts: Bool { fonts.main != nil }

    /// The range of letter sizes, in pixels.
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

    /// The glyphs of the text, cut off so that their advances stay within `maxWidth`.
    private func line(_ text: String, size: Int, maxWidth: Int) -> [Glyph] {
        let ellipsis = mark("\u{2026}", size: size)
        var glyphs: [Glyph] = []
        var width = 0
        // The number of glyphs that leave room for the ellipsis.
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

    /// The number of a scalar in small hexadecimal digits, in a frame.
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

/// Open fonts. FreeType objects belong to one thread at a time, so this is a class that is not `Sendable`.
private final class FontStack {
    private var library: FT_Library?
    private var faces: [FT_Face?] = []
    private var unopened: ArraySlice<FontFallback.Candidate>
    private var rendered: [GlyphKey: Glyph?] = [:]

    private struct GlyphKey: Hashable {
        let scalar: Unicode.Scalar
        let size: Int
    }

    /// The largest number of rendered glyphs to keep before the cache is emptied; no photo needs that many.
    private static let cacheLimit = 4_096

    init(_ fallback: FontFallback) {
        unopened = fallback.candidates[...]
        if FT_Init_FreeType(&library) != 0 { library = nil }
    }

    deinit {
        for face in faces { FT_Done_Face(face) }
        FT_Done_FreeType(library)
    }

    /// The first font, which sets the height of a line.
    var main: FT_Face? { face(0) }

    /// The glyph from the first font that has it, or `nil` if none has.
    func glyph(_ scalar: Unicode.Scalar, size: Int) -> Glyph? {
        let key = GlyphKey(scalar: scalar, size: size)
        if let known = rendered[key] { return known }
        if rendered.count >= Self.cacheLimit { rendered.removeAll() }
        let glyph = render(scalar, size: size)
        rendered[key] = .some(glyph)
        return glyph
    }

    private func render(_ scalar: Unicode.Scalar, size: Int) -> Glyph? {
        var index = 0
        while let face = face(index) {
            index += 1
            guard FT_Get_Char_Index(face, UInt(scalar.value)) != 0 else { continue }
            guard FT_Set_Pixel_Sizes(face, 0, UInt32(size)) == 0,
                FT_Load_Char(face, UInt(scalar.value), FT_Int32(FT_LOAD_RENDER)) == 0
            else { continue }
            if let slot = face.pointee.glyph, let glyph = Glyph(slot.pointee) { return glyph }
        }
        return nil
    }

    /// The font at an index; each is opened when first needed. Broken files are skipped.
    private func face(_ index: Int) -> FT_Face? {
        while faces.count <= index {
            guard let library, let next = unopened.popFirst() else { return nil }
            var face: FT_Face?
            if FT_New_Face(library, next.path, FT_Long(next.index), &face) == 0, let face { faces.append(face) }
        }
        return faces[index]
    }
}

/// One rendered character.
private struct Glyph {
    let width: Int
    let height: Int
    /// Distance from the pen to the left edge.
    let left: Int
    /// Distance from the baseline up to the top edge.
    let top: Int
    /// Distance by which the pen moves on.
    let advance: Int
    /// `width * height` values of 0 to 255.
    let coverage: [UInt8]

    var hasInk: Bool { coverage.contains { $0 > 0 } }

    /// Copies FreeType's slot; `nil` for pixel formats other than gray.
    init?(_ slot: FT_GlyphSlotRec_) {
        let bitmap = slot.bitmap
        let isEmpty = bitmap.rows == 0 || bitmap.width == 0
        guard isEmpty || bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_GRAY.rawValue) else { return nil }
        width = Int(bitmap.width)
        height = Int(bitmap.rows)
        left = Int(slot.bitmap_left)
        top = Int(slot.bitmap_top)
        // 26.6 fixed point.
        advance = (Int(slot.advance.x) + 32) >> 6
        var values: [UInt8] = []
        values.reserveCapacity(width * height)
        if let buffer = bitmap.buffer {
            for row in 0..<height {
                values += UnsafeBufferPointer(start: buffer + row * Int(bitmap.pitch), count: width)
            }
        }
        guard values.count == width * height else { return nil }
        coverage = values
    }
}

/// Font files in the order in which to look for a character.
///
/// Fontconfig sorts all installed fonts by similarity to a plain bold sans-serif; DejaVu Sans usually comes first and
/// Unifont, which has a glyph for nearly everything, late.
private struct FontFallback {
    struct Candidate {
        let path: String
        let index: Int
    }

    let candidates: [Candidate]

    init(candidates: [Candidate]) {
        self.candidates = candidates
    }

    init() {
        self.init(candidates: Self.sorted())
    }

    private static func sorted() -> [Candidate] {
        guard let pattern = FcPatternCreate() else { return [] }
        defer { FcPatternDestroy(pattern) }
        add(FC_FAMILY, "DejaVu Sans", to: pattern)
        add(FC_FAMILY, "sans-serif", to: pattern)
        FcPatternAddInteger(pattern, FC_WEIGHT, FC_WEIGHT_BOLD)
        // Bitmap fonts have only one size and cannot follow the size of a photo.
        FcPatternAddBool(pattern, FC_SCALABLE, 1)
        FcConfigSubstitute(nil, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        // Trimmed: a font is omitted if those before it have all its characters.
        guard let set = FcFontSort(nil, pattern, 1, nil, &result) else { return [] }
        defer { FcFontSetDestroy(set) }
        return (0..<Int(set.pointee.nfont)).compactMap { set.pointee.fonts[$0].flatMap(candidate) }
    }

    private static func add(_ key: String, _ value: String, to pattern: OpaquePointer) {
        value.withCString { text in
            text.withMemoryRebound(to: FcChar8.self, capacity: value.utf8.count + 1) {
                _ = FcPatternAddString(pattern, key, $0)
            }
        }
    }

    private static func candidate(_ font: OpaquePointer) -> Candidate? {
        var scalable: FcBool = 0
        guard FcPatternGetBool(font, FC_SCALABLE, 0, &scalable) == FcResultMatch, scalable != 0 else { return nil }
        var path: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(font, FC_FILE, 0, &path) == FcResultMatch, let path else { return nil }
        var index: Int32 = 0
        _ = FcPatternGetInteger(font, FC_INDEX, 0, &index)
        return Candidate(path: String(cString: path), index: Int(index))
    }
}

extension TextMask {
    /// Puts the glyphs next to each other on one baseline.
    fileprivate init(_ glyphs: [Glyph], ascent: Int, descent: Int) {
        // Ink may extend before the pen or beyond the advance, in slanted letters and combining marks.
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
    /// Puts a mask on the baseline inside a frame.
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
