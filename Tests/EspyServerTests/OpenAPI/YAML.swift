/// A YAML value, as far as docs/openapi.yaml needs it. Numbers and booleans stay text.
indirect enum YAML: Equatable, Sendable {
    case text(String)
    case list([YAML])
    /// In the order of the file.
    case map([Member])

    struct Member: Equatable, Sendable {
        let key: String
        let value: YAML
    }

    subscript(key: String) -> YAML? {
        if case .map(let members) = self { return members.first { $0.key == key }?.value }
        return nil
    }

    var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    var list: [YAML] {
        if case .list(let items) = self { return items }
        return []
    }

    var members: [Member] {
        if case .map(let members) = self { return members }
        return []
    }

    var texts: [String] { list.compactMap(\.text) }
}

/// The reason why a text is not read. The file uses only a small part of YAML: maps and lists by indentation, one-line
/// scalars, folded text (`>-`), and lists and maps in brackets.
struct YAMLFailure: Error, Equatable {
    let line: Int
    let reason: String
}

/// Reads the part of YAML that docs/openapi.yaml uses, and rejects everything else.
struct YAMLReader {
    private struct Line {
        let number: Int
        let indent: Int
        let text: Substring
    }

    private let lines: [Line]
    private var position = 0

    static func read(_ text: String) throws(YAMLFailure) -> YAML {
        var reader = try YAMLReader(text)
        let value = try reader.block(indent: 0)
        if let rest = reader.next { throw YAMLFailure(line: rest.number, reason: "an indentation of its own") }
        return value
    }

    private init(_ text: String) throws(YAMLFailure) {
        var lines: [Line] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.drop { $0 == " " }
            if content.isEmpty || content.first == "#" { continue }
            let indent = line.count - content.count
            guard indent.isMultiple(of: 2), !content.contains("\t"), content.last != " " else {
                throw YAMLFailure(line: index + 1, reason: "tabs, odd indentation or blanks at the end")
            }
            lines.append(Line(number: index + 1, indent: indent, text: content))
        }
        self.lines = lines
    }

    private var next: Line? { position < lines.count ? lines[position] : nil }

    private mutating func block(indent: Int) throws(YAMLFailure) -> YAML {
        guard let first = next, first.indent == indent else {
            throw YAMLFailure(line: next?.number ?? 0, reason: "a value is missing above")
        }
        return first.text.hasPrefix("- ") ? try list(indent) : try map(indent)
    }

    private mutating func list(_ indent: Int) throws(YAMLFailure) -> YAML {
        var items: [YAML] = []
        while let line = next, line.indent == indent, line.text.hasPrefix("- ") {
            let rest = line.text.dropFirst(2)
            if rest.first != "\"", rest.first != "{", rest.first != "[", Self.key(rest) != nil {
                // A map whose first member follows the dash.
                items.append(try map(indent + 2, first: Line(number: line.number, indent: indent + 2, text: rest)))
            } else {
                position += 1
                items.append(try Self.scalar(rest, line.number))
            }
        }
        return .list(items)
    }

    private mutating func map(_ indent: Int, first: Line? = nil) throws(YAMLFailure) -> YAML {
        var members: [YAML.Member] = []
        var present = first
        while let line = present ?? next, line.indent == indent, present != nil || !line.text.hasPrefix("- ") {
            present = nil
            position += 1
            guard let (key, rest) = Self.key(line.text) else {
                throw YAMLFailure(line: line.number, reason: "“key: value” was expected")
            }
            guard !members.contains(where: { $0.key == key }) else {
                throw YAMLFailure(line: line.number, reason: "\(key) is there twice")
            }
            members.append(.init(key: key, value: try value(rest, line, indent)))
        }
        return .map(members)
    }

    private mutating func value(_ rest: Substring, _ line: Line, _ indent: Int) throws(YAMLFailure) -> YAML {
        if rest == ">-" { return try folded(indent + 2, line.number) }
        return rest.isEmpty ? try block(indent: indent + 2) : try Self.scalar(rest, line.number)
    }

    private mutating func folded(_ indent: Int, _ number: Int) throws(YAMLFailure) -> YAML {
        var parts: [Substring] = []
        while let line = next, line.indent == indent {
            parts.append(line.text)
            position += 1
        }
        guard !parts.isEmpty else { throw YAMLFailure(line: number, reason: "folded text is missing") }
        return .text(parts.joined(separator: " "))
    }

    /// `key: rest` or `"key": rest`.
    private static func key(_ text: Substring) -> (key: String, rest: Substring)? {
        var name = text
        var quoted: String?
        if text.first == "\"" {
            guard let end = text.dropFirst().firstIndex(of: "\"") else { return nil }
            quoted = String(text.dropFirst()[..<end])
            name = text[text.index(after: end)...]
        }
        guard let colon = name.firstIndex(of: ":") else { return nil }
        let rest = name[name.index(after: colon)...]
        guard rest.isEmpty || rest.first == " " else { return nil }
        let key = quoted ?? String(name[..<colon])
        return key.isEmpty || key.contains(" ") ? nil : (key, rest.drop { $0 == " " })
    }

    private static func scalar(_ text: Substring, _ number: Int) throws(YAMLFailure) -> YAML {
        var flow = FlowReader(text, line: number)
        return try flow.whole()
    }
}

/// Reads a value in one line: a word, text in quotes, or a list or map in brackets.
private struct FlowReader {
    private var rest: Substring
    private let line: Int

    init(_ text: Substring, line: Int) {
        rest = text
        self.line = line
    }

    mutating func whole() throws(YAMLFailure) -> YAML {
        if let first = rest.first, "[{\"".contains(first) {
            let value = try inner()
            guard rest.isEmpty else { throw YAMLFailure(line: line, reason: "something follows the value") }
            return value
        }
        guard !rest.contains(": "), !rest.contains(" #"), !rest.hasSuffix(":") else {
            throw YAMLFailure(line: line, reason: "text with a colon or a number sign needs quotes")
        }
        return .text(String(rest))
    }

    private mutating func inner() throws(YAMLFailure) -> YAML {
        switch rest.first {
        case "[": return .list(try items("]") { (reader) throws(YAMLFailure) in try reader.inner() })
        case "{": return .map(try items("}") { (reader) throws(YAMLFailure) in try reader.member() })
        case "\"": return .text(try quoted())
        default: return .text(try word(until: ",]}"))
        }
    }

    private mutating func items<Item>(
        _ end: Character, _ item: (inout FlowReader) throws(YAMLFailure) -> Item
    ) throws(YAMLFailure) -> [Item] {
        rest.removeFirst()
        var items: [Item] = []
        skip()
        if take(end) { return items }
        while true {
            skip()
            items.append(try item(&self))
            skip()
            if take(end) { return items }
            guard take(",") else { throw YAMLFailure(line: line, reason: "“,” or “\(end)” was expected") }
        }
    }

    private mutating func member() throws(YAMLFailure) -> YAML.Member {
        let key = rest.first == "\"" ? try quoted() : try word(until: ":")
        guard take(":"), take(" ") else { throw YAMLFailure(line: line, reason: "“: ” was expected") }
        return .init(key: key, value: try inner())
    }

    private mutating func quoted() throws(YAMLFailure) -> String {
        let text = rest.dropFirst().prefix { $0 != "\"" }
        guard text.endIndex < rest.endIndex, !text.contains("\\") else {
            throw YAMLFailure(line: line, reason: "a closing quote is missing, or there is an escape")
        }
        rest = rest[rest.index(after: text.endIndex)...]
        return String(text)
    }

    private mutating func word(until ends: String) throws(YAMLFailure) -> String {
        let text = rest.prefix { !ends.contains($0) }
        rest = rest[text.endIndex...]
        // Spaces before a bracket do not belong to the word.
        let word = String(text.reversed().drop { $0 == " " }.reversed())
        guard !word.isEmpty else { throw YAMLFailure(line: line, reason: "a word is missing") }
        return word
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skip() { rest = rest.drop { $0 == " " } }
}
