extension Message {
    /// What a person reads and a table shows.
    ///
    /// Printable ASCII (0x20 to 0x7E) stands as it is. The three separators of GS1 data and of macros are written as
    /// `<GS>`, `<RS>` and `<EOT>`, but only where the payload has no `<` of its own, so that different payloads never
    /// look the same by that. Every other payload is written as lower-case hex, two digits a byte.
    public var value: String { readable ?? hex }

    /// ``value`` is hex.
    public var isHex: Bool { readable == nil }

    private var readable: String? {
        if bytes.allSatisfy({ 0x20...0x7E ~= $0 }) { return String(decoding: bytes, as: UTF8.self) }
        guard kind != .plain, !bytes.contains(0x3C) else { return nil }
        var text = ""
        for byte in bytes {
            switch byte {
            case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x1D: text += "<GS>"
            case 0x1E: text += "<RS>"
            case 0x04: text += "<EOT>"
            default: return nil
            }
        }
        return text
    }

    private var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
