extension Message {
    /// The payload as text, by its interpretations: ISO/IEC 8859-1 unless an ECI says otherwise.
    ///
    /// `nil` when an ECI names a set that is not known here, or when the bytes are not valid in it. Known are 0 and 2
    /// (code page 437), 1 and 3 to 18 (ISO/IEC 8859), 21 to 24 (Windows-1250, -1251, -1252, -1256), 25 and 33 (UTF-16,
    /// big and little end first), 26 (UTF-8), 27 and 170 (ASCII). Of the large sets of East Asia, 20 (Shift JIS), 28 (Big
    /// 5), 29, 31 and 32 (GB 2312, GBK, GB 18030) and 30 (EUC-KR), only what one byte says is known here, for the tables
    /// of the others are larger than all the rest: ASCII, and the kana of half width of Shift JIS.
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
    case utf16(isLittleEndian: Bool)
    /// What one byte says in Shift JIS.
    case halfWidth

    /// `nil` for a set that is not known.
    init?(eci: Int?) {
        switch eci {
        case nil, 1, 3: self = .latin1
        case 25, 33: self = .utf16(isLittleEndian: eci == 33)
        case 26: self = .utf8
        case 20: self = .halfWidth
        case 27, 28, 29, 30, 31, 32, 170: self = .ascii
        default:
            guard let page = eci.flatMap(CodePage.of(eci:)) else { return nil }
            self = .page(page)
        }
    }

    /// `nil` for bytes that the set does not define. A mark of the order of bytes is no part of the text.
    func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        switch self {
        case .ascii: bytes.allSatisfy { $0 < 128 } ? String(decoding: bytes, as: UTF8.self) : nil
        case .latin1: Self.string(bytes) { Unicode.Scalar($0) }
        case .page(let upper): Self.string(bytes) { Self.lookUp($0, upper) }
        case .utf8:
            String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, as: UTF8.self)
        case .utf16(let isLittleEndian): Self.utf16(bytes, isLittleEndian)
        case .halfWidth: Self.string(bytes, Self.halfWidth)
        }
    }

    private static func lookUp(_ byte: UInt8, _ upper: [Unicode.Scalar]) -> Unicode.Scalar? {
        let index = Int(byte) - (256 - upper.count)
        guard index >= 0 else { return Unicode.Scalar(byte) }
        return upper[index] == "\u{FFFD}" ? nil : upper[index]
    }

    private static func halfWidth(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0..<128: Unicode.Scalar(byte)
        case 0xA1...0xDF: Unicode.Scalar(0xFF61 + UInt32(byte - 0xA1))
        default: nil
        }
    }

    private static func string(_ bytes: ArraySlice<UInt8>, _ scalar: (UInt8) -> Unicode.Scalar?) -> String? {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = scalar(byte) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> String? {
        guard bytes.count % 2 == 0 else { return nil }
        var units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        if units.first == 0xFFFE { units = units.map { $0.byteSwapped } }
        return String(validating: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
    }
}
