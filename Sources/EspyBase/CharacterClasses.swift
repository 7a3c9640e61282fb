// The standard library's own classes of characters need tables of sixty kilobytes, which browsers would load.

extension Unicode.Scalar {
    /// Whether it is a control character: those of ASCII and Latin-1, and there are no others.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Whether it is white space: what Unicode gives the property White_Space.
    package var isBlank: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Whether it is a part of words rather than between them: not white space, a control character, or one of the
    /// punctuation marks and symbols of ASCII, Latin-1 and the blocks of general and CJK punctuation.
    package var isWordPart: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xAA, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA, 0xBC...0xBE: true
        case ...0xBF, 0xD7, 0xF7, 0x2000...0x206F, 0x20A0...0x20CF, 0x2190...0x2BFF: false
        case 0x3000...0x3004, 0x3008...0x3020, 0xFF00...0xFF0F, 0xFF1A...0xFF20, 0xFFFE, 0xFFFF: false
        default: !isBlank
        }
    }
}

extension Character {
    /// Whether it is white space: see ``Swift/Unicode/Scalar/isBlank``.
    package var isBlank: Bool { unicodeScalars.first!.isBlank }
}

extension StringProtocol {
    /// The text with the letters of ASCII in lower case, and all else as it is.
    package var loweredASCII: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
