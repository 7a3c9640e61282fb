/// What a browser is to do with a file, and under which name it saves it (RFC 6266, 4.3).
package enum ContentDisposition {
    /// It is to be saved.
    package static func attachment(_ name: String) -> String {
        let plain = String(
            String.UnicodeScalarView(name.unicodeScalars.map { isPlain($0) ? $0 : "_" }).prefix(200))
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(coded(name))"
    }

    /// Percent coded; at most 600 bytes of it.
    package static func coded(_ name: String) -> String {
        name.utf8.prefix(600).map { byte in
            if isToken(byte) { return String(UnicodeScalar(byte)) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Quotes, backslashes and percent signs mean something else to some browsers.
    private static func isPlain(_ scalar: UnicodeScalar) -> Bool {
        (0x20...0x7E).contains(scalar.value) && !["\"", "\\", "%", "/"].contains(scalar)
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
