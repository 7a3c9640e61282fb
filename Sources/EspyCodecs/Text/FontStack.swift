import CFreeType

/// Open fonts. FreeType objects belong to one thread at a time, so this is a class that is not `Sendable`.
final class FontStack {
    private var library: FT_Library?
    private var faces: [FT_Face?] = []
    private var unopened: ArraySlice<FontFallback.Candidate>
    private var rendered: [GlyphKey: Glyph?] = [:]

    private struct GlyphKey: Hashable {
        let scalar: Unicode.Scalar
        let size: Int
    }

    /// Rendered glyphs are kept up to this many; then the store is emptied, as no photo needs so many.
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

    /// The scalar from the first font that has it, or `nil` where none has.
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

    /// The font at a place in the order; each is opened when it is first asked for. Broken files are passed over.
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
struct Glyph {
    let width: Int
    let height: Int
    /// From the pen to the left edge.
    let left: Int
    /// From the baseline up to the top edge.
    let top: Int
    /// How far the pen moves on.
    let advance: Int
    /// `width * height` values of 0 to 255.
    let coverage: [UInt8]

    var hasInk: Bool { coverage.contains { $0 > 0 } }

    /// Copies out of FreeType's slot; `nil` for pixel formats other than gray.
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
