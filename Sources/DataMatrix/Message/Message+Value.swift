extension Message {
    /// What a table shows and another program takes over.
    ///
    /// A payload of ASCII text stands as it is, with the separators of GS1 data and of macros (FS, GS, RS, US, EOT) and
    /// with tabs and line ends; so does text beyond ASCII whose character set the symbol itself names by an ECI
    /// (``text``). Every other payload is written as lower-case hex, two digits a byte: without an ECI, letters beyond
    /// ASCII mean different things to different writers, and other control characters nothing but harm.
    public var value: String { plainText ?? hex }

    /// ``value`` is hex.
    public var isHex: Bool { plainText == nil }

    /// ``value`` and ``isHex``, worked out once.
    package var shown: (value: String, isHex: Bool) { plainText.map { ($0, false) } ?? (hex, true) }

    /// The payload as text, where it is text for sure and harms nobody.
    private var plainText: String? {
        // Letters before the first ECI are as unsure as those of a symbol without one.
        if segments.allSatisfy({ $0.eci != nil || $0.bytes.allSatisfy { $0 < 0x80 } }), let text,
            text.unicodeScalars.allSatisfy(Self.isText)
        {
            return text
        }
        // Whatever an unknown set is: nearly all of them have ASCII in them.
        guard bytes.allSatisfy({ $0 < 0x80 && Self.isText(Unicode.Scalar($0)) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// No control characters, and none that turn the direction of what stands beside them, or belong to no text.
    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x04, 0x09, 0x0A, 0x0D, 0x1C...0x1F: true
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFEFF: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    private var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
