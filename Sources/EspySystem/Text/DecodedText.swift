/// The text of a file whose encoding was told, or found by its bytes.
public struct DecodedText: Sendable, Equatable {
    public let text: String
    public let encoding: TextEncoding
    /// The bytes would be text in another encoding as well.
    public let isGuess: Bool
    /// Bytes that were left out, since they are no text in it.
    public let leftOut: Int

    /// - Parameters:
    ///   - bytes: of the whole file.
    ///   - encoding: nil to find it: UTF-8 and UTF-16 for sure, others as far as their bytes tell.
    /// - Returns: nil for what is no text, or none in this encoding.
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

    /// As UTF-8 that says so.
    package var marked: [UInt8] { [0xEF, 0xBB, 0xBF] + Array(text.utf8) }

    private init(_ text: String, _ encoding: TextEncoding, isGuess: Bool = false, leftOut: Int = 0) {
        (self.text, self.encoding, self.isGuess, self.leftOut) = (text, encoding, isGuess, leftOut)
    }

    /// With half of a sign at its end, where the file was cut off.
    private init?(wide bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        let odd = bytes.count & 1
        guard let text = encoding.text(bytes.dropLast(odd)), !text.unicodeScalars.contains("\0") else { return nil }
        self.init(text, encoding, leftOut: odd)
    }

    /// A quarter of the first signs at least are plain letters of two bytes.
    private static func isWide(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4096)
        return 8 * start.count(where: { $0 == 0 }) > start.count
    }

    /// UTF-8 with a few bytes in it that are none, such as a sign that was cut in two.
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
        // With the mark in front it is meant to be UTF-8.
        guard right >= 10 * wrong || start > 0 else { return nil }
        return DecodedText(String(decoding: kept, as: UTF8.self), .utf8, leftOut: wrong)
    }

    /// Of the sign of UTF-8 that bytes begin with; 0 for none.
    private static func length(of bytes: ArraySlice<UInt8>) -> Int {
        let first = bytes[bytes.startIndex]
        guard first >= 0x80 else { return 1 }
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        return String(validating: bytes.prefix(count), as: UTF8.self) == nil ? 0 : count
    }
}
