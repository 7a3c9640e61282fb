/// Bounded reads from untrusted bytes: reading past the end returns `nil` and never traps.
///
/// Offsets count from the first byte of the slice.
package struct ByteReader {
    let bytes: ArraySlice<UInt8>
    var littleEndian = false

    package init(_ bytes: ArraySlice<UInt8>, littleEndian: Bool = false) {
        self.bytes = bytes
        self.littleEndian = littleEndian
    }

    package var count: Int { bytes.count }

    func u8(at offset: Int) -> Int? {
        guard offset >= 0, offset < count else { return nil }
        return Int(bytes[bytes.startIndex + offset])
    }

    package func u16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        let first = Int(bytes[bytes.startIndex + offset])
        let second = Int(bytes[bytes.startIndex + offset + 1])
        return littleEndian ? second << 8 | first : first << 8 | second
    }

    package func u32(at offset: Int) -> Int? {
        guard let first = u16(at: offset), let second = u16(at: offset + 2) else { return nil }
        return littleEndian ? second << 16 | first : first << 16 | second
    }

    /// `nil` also if the value is larger than any file.
    func u64(at offset: Int) -> Int? {
        guard let first = u32(at: offset), let second = u32(at: offset + 4) else { return nil }
        let (high, low) = littleEndian ? (second, first) : (first, second)
        return high < 1 << 16 ? high << 32 | low : nil
    }

    func i32(at offset: Int) -> Int? {
        u32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    /// The `length` bytes from `offset`, or `nil` if they are not all there.
    func slice(at offset: Int, length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + length)]
    }

    package func starts(with text: String, at offset: Int = 0) -> Bool {
        let expected = text.utf8
        return slice(at: offset, length: expected.count)?.elementsEqual(expected) ?? false
    }
}

/// Cleans text of unknown origin for display.
enum MetadataText {
    private static let mostCharacters = 2_000
    private static let mostBytes = 16_384

    /// Decodes UTF-8, or Latin-1 if it is not valid UTF-8.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        let short = bytes.prefix(mostBytes)
        if let text = String(validating: short, as: UTF8.self) { return cleaned(text) }
        // A character that the limit cuts off must not turn the whole text into Latin-1.
        if bytes.count > mostBytes { return cleaned(String(decoding: short, as: UTF8.self)) }
        return cleaned(String(String.UnicodeScalarView(short.map { Unicode.Scalar($0) })))
    }

    /// Decodes UTF-16 with the low byte first, as Windows writes it.
    static func wide(_ bytes: ArraySlice<UInt8>) -> String? { wide(bytes, isBig: false) }

    /// Decodes UTF-16. A byte order mark takes precedence over `isBig`.
    static func wide(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String? {
        cleaned(String(decoding: units(bytes.prefix(mostBytes), isBig: isBig).prefix { $0 != 0 }, as: UTF16.self))
    }

    /// A whole text file: UTF-8, or UTF-16 if a byte order mark says so.
    static func utf8(_ file: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if file.starts(with: [0xEF, 0xBB, 0xBF]) { return file.dropFirst(3) }
        guard file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) else { return file }
        return Array(String(decoding: units(file, isBig: false), as: UTF16.self).utf8)[...]
    }

    private static func units(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> ArraySlice<UInt16> {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        let isMarked = units.first == 0xFEFF || units.first == 0xFFFE
        let isSwapped = isMarked ? units.first == 0xFFFE : isBig
        return (isSwapped ? units.map(\.byteSwapped) : units)[(isMarked ? 1 : 0)...]
    }

    /// Puts text on one line, without invisible characters; `nil` if nothing is left.
    static func cleaned(_ text: String) -> String? {
        let scalars = text.unicodeScalars.lazy.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
            default: scalar
            }
        }
        let line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let short = String(line.prefix(mostCharacters))
        return short.isEmpty ? nil : short
    }
}
