extension Message {
    /// What a table shows and another program takes over.
    ///
    /// A payload of ASCII text stands as it is, with the separators of GS1 data and of macros (FS, GS, RS, US, EOT) and
    /// with tabs and line ends. Every other payload is written as lower-case hex, two digits a byte: letters beyond
    /// ASCII mean different things to different writers, and other control characters nothing but harm.
    public var value: String { isHex ? hex : String(decoding: bytes, as: UTF8.self) }

    /// ``value`` is hex.
    public var isHex: Bool { !bytes.allSatisfy(Self.isText) }

    private static func isText(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20...0x7E, 0x04, 0x09, 0x0A, 0x0D, 0x1C...0x1F: true
        default: false
        }
    }

    private var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
