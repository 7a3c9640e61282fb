import CFontconfig

/// Font files in the order in which they should be asked for a character.
///
/// Fontconfig sorts everything installed by nearness to a plain bold sans-serif; DejaVu Sans usually comes first and
/// Unifont, which has a glyph for nearly everything, late.
struct FontFallback {
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
        // Bitmap fonts have one size only and cannot follow the size of a photo.
        FcPatternAddBool(pattern, FC_SCALABLE, 1)
        FcConfigSubstitute(nil, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        // Trimmed: a font is left out where those before it have all its characters.
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
