/// Archives of plain files in the POSIX ustar format, which every `tar` reads: written file by file, read entry by
/// entry. Input is untrusted.
enum TarFile {
    static let block = 512
    /// The largest number with eleven octal digits.
    static let mostBytes = 1 << 33 - 1

    /// A file in an archive.
    struct Entry: Equatable {
        let name: String
        let bytes: Int
    }

    enum Failure: Error, Equatable {
        /// The input is not an archive, or is damaged; with the reason.
        case damaged(String)
    }

    /// - Returns: nil if the format cannot represent the name or size.
    static func header(_ entry: Entry, time: Int) -> [UInt8]? {
        guard (1...100).contains(entry.name.utf8.count), (0...mostBytes).contains(entry.bytes) else { return nil }
        var header = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at start: Int) {
            header.replaceSubrange(start..<start + text.utf8.count, with: text.utf8)
        }
        func octal(_ number: Int, _ digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(entry.name, at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(entry.bytes, 11), at: 124)
        put(octal(max(time, 0), 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        let sum = header.reduce(0) { $0 + Int($1) }
        put(octal(sum, 6), at: 148)
        header[154] = 0
        return header
    }

    /// - Returns: nil at the end of the archive.
    static func entry(of header: [UInt8]) throws(Failure) -> Entry? {
        guard header.count == block else { throw .damaged("it ends too early") }
        if header.allSatisfy({ $0 == 0 }) { return nil }
        func text(_ range: Range<Int>) -> String? {
            String(validating: header[range].prefix { $0 != 0 }, as: UTF8.self)
        }
        func number(_ range: Range<Int>) -> Int? {
            Int(header[range].prefix { $0 != 0 && $0 != 0x20 }.map { String(Unicode.Scalar($0)) }.joined(), radix: 8)
        }
        let sum = header.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
        guard text(257..<262) == "ustar", number(148..<156) == sum else { throw .damaged("it is not a tar archive") }
        guard header[156] == UInt8(ascii: "0"), let name = text(0..<100), !name.isEmpty, header[345] == 0,
            let bytes = number(124..<136), (0...mostBytes).contains(bytes)
        else { throw .damaged("it holds what no backup has") }
        return Entry(name: name, bytes: bytes)
    }

    static func padding(_ bytes: Int) -> Int { (block - bytes % block) % block }
}
