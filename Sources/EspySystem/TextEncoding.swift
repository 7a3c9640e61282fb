import Foundation

/// A common encoding of text files.
public enum TextEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    /// In either byte order, as shown by the byte order mark or the zeros of plain letters.
    case utf16 = "utf-16"
    case utf16LE = "utf-16le"
    case utf16BE = "utf-16be"
    /// Western Europe.
    case windows1252 = "windows-1252"
    /// Central Europe.
    case windows1250 = "windows-1250"
    /// Cyrillic.
    case windows1251 = "windows-1251"
    /// Greek.
    case windows1253 = "windows-1253"
    /// Turkish.
    case windows1254 = "windows-1254"
    case macRoman = "mac-roman"
    case koi8R = "koi8-r"
    case shiftJIS = "shift-jis"
    case eucJP = "euc-jp"
    case gb18030
    case big5
    case eucKR = "euc-kr"

    /// Finds an encoding by a common name, such as `cp1252`, `Latin-1`, `SJIS` or `GBK`; nil for an unknown one.
    public init?(named name: String) {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        let found = Self.allCases.first { $0.rawValue.filter { $0 != "-" } == plain } ?? Self.otherNames[plain]
        guard let found else { return nil }
        self = found
    }

    /// Latin-1 is read as Windows-1252, as in browsers: they differ only in control characters that no list contains.
    private static let otherNames: [String: TextEncoding] = [
        "cp1252": .windows1252, "ansi": .windows1252, "latin1": .windows1252, "iso88591": .windows1252,
        "cp1250": .windows1250, "cp1251": .windows1251, "cp1253": .windows1253, "cp1254": .windows1254,
        "macintosh": .macRoman, "macosroman": .macRoman, "mac": .macRoman, "koi8": .koi8R, "sjis": .shiftJIS,
        "cp932": .shiftJIS, "windows31j": .shiftJIS, "gbk": .gb18030, "gb2312": .gb18030, "cp936": .gb18030,
        "cp949": .eucKR, "uhc": .eucKR, "ksc5601": .eucKR, "cp950": .big5, "utf8bom": .utf8, "utf8sig": .utf8,
        "unicode": .utf16,
    ]

    /// The name for people.
    public var name: String {
        switch self {
        case .utf8, .utf16, .koi8R, .eucJP, .eucKR, .gb18030: rawValue.uppercased()
        case .utf16LE: "UTF-16LE"
        case .utf16BE: "UTF-16BE"
        case .windows1250, .windows1251, .windows1252, .windows1253, .windows1254:
            "W" + rawValue.dropFirst()
        case .macRoman: "Mac Roman"
        case .shiftJIS: "Shift-JIS"
        case .big5: "Big5"
        }
    }

    /// The C library's name.
    private var library: String {
        switch self {
        case .utf8, .utf16, .utf16LE, .utf16BE, .koi8R, .eucJP, .gb18030, .big5: rawValue.uppercased()
        case .windows1250, .windows1251, .windows1252, .windows1253, .windows1254: "CP" + rawValue.suffix(4)
        case .macRoman: "MACINTOSH"
        case .shiftJIS: "CP932"
        case .eucKR: "CP949"
        }
    }

    /// Decodes bytes, without a leading byte order mark; nil when they are invalid.
    package func text(_ bytes: ArraySlice<UInt8>) -> String? {
        switch self {
        case .utf8: return String(validating: bytes.dropMark([0xEF, 0xBB, 0xBF]), as: UTF8.self)
        case .utf16:
            let isBig = bytes.starts(with: [0xFE, 0xFF]) || Self.unmarked(bytes) == .utf16BE
            return (isBig ? Self.utf16BE : .utf16LE).text(bytes)
        case .utf16LE: return Self.wide(bytes.dropMark([0xFF, 0xFE]), isBig: false)
        case .utf16BE: return Self.wide(bytes.dropMark([0xFE, 0xFF]), isBig: true)
        case .gb18030: return Self.converted(bytes.dropMark([0x84, 0x31, 0x95, 0x33]), from: library)
        default: return Self.converted(bytes, from: library)
        }
    }

    /// UTF-16 without a byte order mark: every other byte of plain letters, digits and line ends is zero.
    static func unmarked(_ bytes: ArraySlice<UInt8>) -> TextEncoding? {
        var zeros = [0, 0]
        for (place, byte) in bytes.prefix(1 << 16).enumerated() where byte == 0 { zeros[place & 1] += 1 }
        guard zeros[0] != zeros[1] else { return nil }
        // Some Chinese and Japanese characters have a zero on the other side.
        let (more, less) = (zeros.max() ?? 0, zeros.min() ?? 0)
        return more > 3 * less ? (zeros[1] > zeros[0] ? .utf16LE : .utf16BE) : nil
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).lazy.map { place in
            UInt16(bytes[place + (isBig ? 0 : 1)]) << 8 | UInt16(bytes[place + (isBig ? 1 : 0)])
        }
        return String(validating: units, as: UTF16.self)
    }

    /// Converts with the C library, which knows all of them.
    private static func converted(_ bytes: ArraySlice<UInt8>, from name: String) -> String? {
        let handle = iconv_open("UTF-8", name)
        guard let handle, handle != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(handle) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // Each byte of these encodings becomes at most three bytes of UTF-8.
        var output = [CChar](repeating: 0, count: 3 * input.count + 4)
        let left = input.withUnsafeMutableBufferPointer { input -> Int? in
            output.withUnsafeMutableBufferPointer { output -> Int? in
                var (from, to) = (input.baseAddress, output.baseAddress)
                var (inLeft, outLeft) = (input.count, output.count)
                let status = iconv(handle, &from, &inLeft, &to, &outLeft)
                return status == -1 || inLeft > 0 ? nil : outLeft
            }
        }
        guard let left else { return nil }
        return String(decoding: output.dropLast(left).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func dropMark(_ mark: [UInt8]) -> ArraySlice<UInt8> {
        starts(with: mark) ? dropFirst(mark.count) : self
    }
}

/// The text of a file whose encoding was given, or detected.
public struct DecodedText: Sendable, Equatable {
    public let text: String
    public let encoding: TextEncoding
    /// The bytes would be valid in another encoding as well.
    public let isGuess: Bool
    /// The number of bytes left out because they are invalid.
    public let leftOut: Int

    /// - Parameters:
    ///   - bytes: of the whole file.
    ///   - encoding: nil to detect it: UTF-8 and UTF-16 reliably, others as well as the bytes allow.
    /// - Returns: nil when it is not text, or not in this encoding.
    public init?(_ bytes: [UInt8], as encoding: TextEncoding? = nil) {
        if let encoding {
            guard let text = encoding.text(bytes[...]) else { return nil }
            self.init(text, encoding)
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            self.init(wide: bytes[...], .utf16)
        } else if let text = TextEncoding.utf8.text(bytes[...]), !Self.isWide(bytes) {
            self.init(text, .utf8)
        } else if bytes.contains(0) {
            guard let encoding = TextEncoding.unmarked(bytes[...]), Self.isWide(bytes) else { return nil }
            self.init(wide: bytes[...], encoding)
        } else if bytes.starts(with: [0x84, 0x31, 0x95, 0x33]), let text = TextEncoding.gb18030.text(bytes[...]) {
            self.init(text, .gb18030)
        } else if let damaged = Self.damaged(bytes) {
            self = damaged
        } else {
            guard let guess = EncodingGuess.best(bytes) else { return nil }
            self.init(guess.text, guess.encoding, isGuess: !guess.isSure)
        }
    }

    /// The text as UTF-8 with a byte order mark.
    package var marked: [UInt8] { [0xEF, 0xBB, 0xBF] + Array(text.utf8) }

    private init(_ text: String, _ encoding: TextEncoding, isGuess: Bool = false, leftOut: Int = 0) {
        (self.text, self.encoding, self.isGuess, self.leftOut) = (text, encoding, isGuess, leftOut)
    }

    /// Decodes text that may end in half a character, where the file was cut off.
    private init?(wide bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        let odd = bytes.count & 1
        guard let text = encoding.text(bytes.dropLast(odd)), !text.unicodeScalars.contains("\0") else { return nil }
        self.init(text, encoding, leftOut: odd)
    }

    /// Whether at least a quarter of the first characters are plain letters in two bytes.
    private static func isWide(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4096)
        return 8 * start.count(where: { $0 == 0 }) > start.count
    }

    /// Decodes UTF-8 with a few invalid bytes, such as a character cut in two.
    private static func damaged(_ bytes: [UInt8]) -> DecodedText? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var (place, right, wrong) = (start, 0, 0)
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        while place < bytes.count {
            let length = length(of: bytes[place...])
            if length > 0 {
                kept += bytes[place..<place + length]
                right += length > 1 ? 1 : 0
            } else {
                wrong += 1
            }
            place += max(length, 1)
        }
        // A byte order mark means that it should be UTF-8.
        guard right >= 10 * wrong || start > 0 else { return nil }
        return DecodedText(String(decoding: kept, as: UTF8.self), .utf8, leftOut: wrong)
    }

    /// The length of the UTF-8 character at the start of the bytes; 0 for none.
    private static func length(of bytes: ArraySlice<UInt8>) -> Int {
        let first = bytes[bytes.startIndex]
        guard first >= 0x80 else { return 1 }
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        return String(validating: bytes.prefix(count), as: UTF8.self) == nil ? 0 : count
    }
}
