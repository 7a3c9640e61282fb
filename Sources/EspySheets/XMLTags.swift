/// Iterates over the tags and text of spreadsheet XML. Document types, and therefore custom entities, are ignored.
struct XMLTags {
    enum Part: Equatable {
        /// The name without its prefix.
        case open(String, [String: String])
        case close(String)
        case text(String)
    }

    private let bytes: [UInt8]
    private var place = 0
    /// The closing half of a self-closing tag.
    private var pending: String?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Returns: nil at the end, or when the rest is invalid.
    mutating func next() -> Part? {
        if let name = pending {
            pending = nil
            return .close(name)
        }
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else { return .text(Self.plain(take(until: "<"))) }
            if skip("<!--", to: "-->") || skip("<?", to: "?>") { continue }
            if bytes[place...].starts(with: "<![CDATA[".utf8) {
                place += 9
                let text = String(decoding: take(until: "]]>"), as: UTF8.self)
                place += 3
                return .text(text)
            }
            if skip("<!", to: ">") { continue }
            return tag()
        }
        return nil
    }

    private mutating func tag() -> Part? {
        place += 1
        var body = take(until: ">")
        guard place < bytes.count else { return nil }
        place += 1
        if body.first == UInt8(ascii: "/") { return .close(Self.name(body.dropFirst())) }
        let isWhole = body.last == UInt8(ascii: "/")
        if isWhole { body = body.dropLast() }
        let end = body.firstIndex(where: Self.isBlank) ?? body.endIndex
        let name = Self.name(body[..<end])
        if isWhole { pending = name }
        return .open(name, Self.attributes(body[end...]))
    }

    private mutating func take(until mark: String) -> ArraySlice<UInt8> {
        let (start, mark) = (place, Array(mark.utf8))
        while place < bytes.count, !(bytes[place] == mark[0] && bytes[place...].starts(with: mark)) { place += 1 }
        return bytes[start..<place]
    }

    private mutating func skip(_ start: String, to end: String) -> Bool {
        guard bytes[place...].starts(with: start.utf8) else { return false }
        place += start.utf8.count
        _ = take(until: end)
        place = min(place + end.utf8.count, bytes.count)
        return true
    }

    private static func attributes(_ text: ArraySlice<UInt8>) -> [String: String] {
        var found: [String: String] = [:]
        var rest = text.drop(while: isBlank)
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")), found.count < 100 {
            let name = name(rest[..<equals].filter { !isBlank($0) }[...])
            let value = rest[(equals + 1)...].drop(while: isBlank)
            guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = value.dropFirst().firstIndex(of: quote)
            else { break }
            found[name] = plain(value[(value.startIndex + 1)..<end])
            rest = value[(end + 1)...].drop(while: isBlank)
        }
        return found
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

    /// Without trailing white space and namespace prefix.
    private static func name(_ text: ArraySlice<UInt8>) -> String {
        let name = text.prefix { !isBlank($0) }
        return String(decoding: name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name, as: UTF8.self)
    }

    /// Decodes character references, and normalizes line ends to line feeds, as in XML.
    private static func plain(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(where: { $0 == UInt8(ascii: "&") || $0 == 0x0D }) else {
            return String(decoding: text, as: UTF8.self)
        }
        var plain: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case 0x0D:
                plain.append(0x0A)
                if rest.first == 0x0A { rest = rest.dropFirst() }
            case UInt8(ascii: "&"):
                let name = rest.prefix(longestName).prefix { $0 != UInt8(ascii: ";") }
                guard name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";"),
                    let scalar = scalar(String(decoding: name, as: UTF8.self))
                else {
                    plain.append(byte)
                    continue
                }
                plain += String(Character(scalar)).utf8
                rest = rest[(name.endIndex + 1)...]
            default: plain.append(byte)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static let longestName = 12

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        if let scalar = known[name] { return scalar }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    }
}
