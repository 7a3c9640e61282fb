/// Takes XML apart, as far as XMP uses it: tags, attributes and text. Comments, instructions and document types are
/// passed over, and nothing that those define is ever put in.
struct XMPScanner {
    enum Token {
        /// Names as they stand there, with their prefix.
        case begin(name: String, attributes: [(name: String, value: String)], isEmpty: Bool)
        case end
        case text(String)
    }

    private let bytes: [UInt8]
    private var place = 0

    private static let mostAttributes = 256

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Returns: `nil` at the end, or where it is no XML any more.
    mutating func next() -> Token? {
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else { return text() }
            if skip("<!--", to: "-->") || skip("<?", to: "?>") { continue }
            if starts(with: "<![CDATA[") { return data() }
            if skip("<!", to: ">") { continue }
            if starts(with: "</") {
                guard skip("</", to: ">") else { return nil }
                return .end
            }
            return tag()
        }
        return nil
    }

    private mutating func text() -> Token {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
        return .text(Self.decoded(bytes[start..<place]))
    }

    private mutating func data() -> Token? {
        let start = place + 9
        guard skip("<![CDATA[", to: "]]>") else { return nil }
        return .text(String(decoding: bytes[start..<max(start, place - 3)], as: UTF8.self))
    }

    private mutating func tag() -> Token? {
        place += 1
        guard let name = name() else { return nil }
        var attributes: [(name: String, value: String)] = []
        while true {
            passBlanks()
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: ">"):
                place += 1
                return .begin(name: name, attributes: attributes, isEmpty: false)
            case UInt8(ascii: "/"):
                guard starts(with: "/>") else { return nil }
                place += 2
                return .begin(name: name, attributes: attributes, isEmpty: true)
            default:
                guard attributes.count < Self.mostAttributes, let attribute = attribute() else { return nil }
                attributes.append(attribute)
            }
        }
    }

    private mutating func attribute() -> (name: String, value: String)? {
        guard let name = name() else { return nil }
        passBlanks()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
        place += 1
        passBlanks()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'"),
            let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
        else { return nil }
        defer { place = end + 1 }
        return (name, Self.decoded(bytes[(place + 1)..<end]))
    }

    private mutating func name() -> String? {
        let start = place
        while place < bytes.count, !" \t\r\n=/><\"'".utf8.contains(bytes[place]) { place += 1 }
        return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
    }

    private mutating func passBlanks() {
        while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) { place += 1 }
    }

    private func starts(with text: String) -> Bool {
        place + text.utf8.count <= bytes.count && bytes[place...].starts(with: text.utf8)
    }

    /// Moves behind `end` when `start` is here; without an end, everything has been passed over.
    private mutating func skip(_ start: String, to end: String) -> Bool {
        guard starts(with: start) else { return false }
        let mark = Array(end.utf8)
        place += start.utf8.count
        while place + mark.count <= bytes.count {
            if bytes[place] == mark[0], bytes[place...].starts(with: mark) {
                place += mark.count
                return true
            }
            place += 1
        }
        place = bytes.count
        return true
    }

    /// Puts in the characters that references stand for: the five of XML, and those by number.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.first {
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: "&"), let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
            else {
                text.append(byte)
                continue
            }
            text += Array(String(character).utf8)
            rest = rest[(end + 1)...]
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func character(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHexadecimal = name.hasPrefix("#x")
            return UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
                .flatMap(Unicode.Scalar.init)
        }
    }
}
