/// The structure of a HEIF file, as far as libheif 1.15 does not tell or does not check it.
enum HEIFBoxes {
    /// Whether a rotation (`irot`) or mirror (`imir`) property exists (ISO/IEC 23008-12, 6.5.10 and 6.5.12).
    ///
    /// They sit in the property container: `meta` / `iprp` / `ipco`.
    static func sayOrientation(_ bytes: [UInt8]) -> Bool {
        var level = ByteReader(bytes[...])
        for (name, header) in [("meta", 4), ("iprp", 0), ("ipco", 0)] {
            guard let body = children(of: level).first(where: { $0.name == name })?.body else { return false }
            level = ByteReader(body.dropFirst(header))
        }
        return children(of: level).contains { $0.name == "irot" || $0.name == "imir" }
    }

    /// Frames of the longest track (`moov` / `trak` / `mdia` / `minf` / `stbl` / `stsz`, ISO/IEC 14496-12, 8.7.3): those of
    /// an animation; 1 where there is none.
    static func frames(_ bytes: [UInt8]) -> Int {
        var level = children(of: ByteReader(bytes[...])).filter { $0.name == "moov" }
        for name in ["trak", "mdia", "minf", "stbl", "stsz"] {
            level = level.flatMap { children(of: ByteReader($0.body)) }.filter { $0.name == name }
        }
        // Version and flags, the size that all frames have, and how many there are.
        return level.compactMap { ByteReader($0.body).u32(at: 8) }.reduce(1, max)
    }

    /// Boxes side by side: four bytes of length, four of name, then the body. Stops at the first that does not fit.
    static func children(of parent: ByteReader) -> [(name: String, body: ArraySlice<UInt8>)] {
        var found: [(name: String, body: ArraySlice<UInt8>)] = []
        var offset = 0
        // A property container holds at most 32,767 entries; a file with more boxes than that is not real.
        while found.count < 32_768, let length = parent.u32(at: offset),
            let name = parent.slice(at: offset + 4, length: 4)
        {
            // 0 means "to the end", 1 that a 64-bit length follows the name.
            var (header, size) = (8, length == 0 ? parent.count - offset : length)
            if length == 1 {
                guard parent.u32(at: offset + 8) == 0, let low = parent.u32(at: offset + 12) else { break }
                (header, size) = (16, low)
            }
            guard size >= header, let body = parent.slice(at: offset + header, length: size - header) else { break }
            found.append((String(decoding: name, as: UTF8.self), body))
            offset += size
        }
        return found
    }
}
