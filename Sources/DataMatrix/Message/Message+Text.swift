extension Message {
    /// The payload as text, by its interpretations: ISO/IEC 8859-1 unless an ECI says otherwise.
    ///
    /// `nil` when an ECI names a set that is not known here, or when the bytes are not valid in it. Known are 0 and 2
    /// (code page 437), 1 and 3 (ISO/IEC 8859-1), 4, 7, 9, 11 and 17 (8859-2, -5, -7, -9, -15), 23 (Windows-1252),
    /// 25 (UTF-16, big end first), 26 (UTF-8), 27 and 170 (ASCII).
    public var text: String? {
        var text = ""
        for segment in segments {
            guard let part = CharacterSet(eci: segment.eci)?.decode(segment.bytes) else { return nil }
            text += part
        }
        return text
    }
}

/// A way from bytes to text.
enum CharacterSet {
    case ascii
    /// Bytes are code points.
    case latin1
    /// Bytes below the end of the alphabet are code points, the rest is looked up.
    case page([Unicode.Scalar])
    case utf8
    case utf16

    /// `nil` for a set that is not known.
    init?(eci: Int?) {
        switch eci {
        case nil, 1, 3: self = .latin1
        case 0, 2: self = .page(CodePage.cp437)
        case 4: self = .page(CodePage.latin2)
        case 7: self = .page(CodePage.cyrillic)
        case 9: self = .page(CodePage.greek)
        case 11: self = .page(CodePage.latin5)
        case 17: self = .page(CodePage.latin9)
        case 23: self = .page(CodePage.windows1252)
        case 25: self = .utf16
        case 26: self = .utf8
        case 27, 170: self = .ascii
        default: return nil
        }
    }

    /// `nil` for bytes that the set does not define.
    func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        switch self {
        case .ascii: bytes.allSatisfy { $0 < 128 } ? String(decoding: bytes, as: UTF8.self) : nil
        case .latin1: Self.string(bytes) { Unicode.Scalar($0) }
        case .page(let upper): Self.string(bytes) { Self.lookUp($0, upper) }
        case .utf8: String(validating: bytes, as: UTF8.self)
        case .utf16: Self.utf16(bytes)
        }
    }

    private static func lookUp(_ byte: UInt8, _ upper: [Unicode.Scalar]) -> Unicode.Scalar? {
        let index = Int(byte) - (256 - upper.count)
        guard index >= 0 else { return Unicode.Scalar(byte) }
        return upper[index] == "\u{FFFD}" ? nil : upper[index]
    }

    private static func string(_ bytes: ArraySlice<UInt8>, _ scalar: (UInt8) -> Unicode.Scalar?) -> String? {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = scalar(byte) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count % 2 == 0 else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
        }
        return String(validating: units, as: UTF16.self)
    }
}
