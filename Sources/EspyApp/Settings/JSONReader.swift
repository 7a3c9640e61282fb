/// Parses hand-written JSON (RFC 8259), and reports the position of errors.
///
/// The decoder of the standard library reports no position, which users need to fix a config file.
package struct JSONReader {
    /// A JSON value.
    package enum Value: Equatable, Sendable {
        case object([String: Value])
        case array([Value])
        case text(String)
        case number(Double)
        case boolean(Bool)
        case null
    }

    package struct Failure: Error, Equatable {
        package let line: Int
        package let column: Int
        package let expected: String

        package init(line: Int, column: Int, expected: String) {
            self.line = line
            self.column = column
            self.expected = expected
        }
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private static let deepest = 64

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    package static func read(_ text: String) throws(Failure) -> Value {
        var reader = JSONReader(text)
        let value = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.next == nil else { throw reader.failure("the end of the file") }
        return value
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skipBlanks() {
        while let scalar = next, " \t\r\n".unicodeScalars.contains(scalar) { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Failure) -> Value {
        skipBlanks()
        guard depth < Self.deepest else { throw failure("less nesting") }
        switch next {
        case "{": return try object(depth: depth)
        case "[": return try array(depth: depth)
        case "\"": return .text(try text())
        default: return try word()
        }
    }

    private mutating func object(depth: Int) throws(Failure) -> Value {
        position += 1
        var members: [String: Value] = [:]
        skipBlanks()
        if take("}") { return .object(members) }
        while true {
            skipBlanks()
            guard next == "\"" else { throw failure("a name in double quotes") }
            let name = try text()
            skipBlanks()
            guard take(":") else { throw failure("“:”") }
            members[name] = try value(depth: depth + 1)
            skipBlanks()
            if take("}") { return .object(members) }
            guard take(",") else { throw failure("“,” or “}”") }
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> Value {
        position += 1
        var items: [Value] = []
        skipBlanks()
        if take("]") { return .array(items) }
        while true {
            items.append(try value(depth: depth + 1))
            skipBlanks()
            if take("]") { return .array(items) }
            guard take(",") else { throw failure("“,” or “]”") }
        }
    }

    private mutating func text() throws(Failure) -> String {
        position += 1
        var units: [UInt16] = []
        while let scalar = next, scalar.value >= 0x20 {
            position += 1
            switch scalar {
            case "\"": return String(decoding: units, as: UTF16.self)
            case "\\": units.append(try escape())
            default: units += String(scalar).utf16
            }
        }
        throw failure("a closing quote")
    }

    /// Parses an escape as one UTF-16 code unit: a pair of `\u` escapes forms one character.
    private mutating func escape() throws(Failure) -> UInt16 {
        let plain: [Unicode.Scalar: UInt16] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        guard let scalar = next else { throw failure("an escape") }
        if let unit = plain[scalar] {
            position += 1
            return unit
        }
        let digits = scalars[min(position + 1, scalars.count)..<min(position + 5, scalars.count)]
        let isHex = digits.allSatisfy { Character($0).isHexDigit && $0.isASCII }
        guard scalar == "u", digits.count == 4, isHex, let unit = UInt16(Self.string(digits), radix: 16) else {
            throw failure("an escape such as \\n or \\u00e9")
        }
        position += 5
        return unit
    }

    /// Parses a number, `true`, `false` or `null`.
    private mutating func word() throws(Failure) -> Value {
        let start = position
        while let scalar = next, scalar.isASCII,
            scalar.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(scalar)
        {
            position += 1
        }
        let word = Self.string(scalars[start..<position])
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        default: break
        }
        if word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil, let number = Double(word),
            number.isFinite
        {
            return .number(number)
        }
        position = start
        throw failure("a value")
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private func failure(_ expected: String) -> Failure {
        let before = scalars[..<position]
        let line = before.count { $0 == "\n" } + 1
        let column = position - (before.lastIndex(of: "\n") ?? -1)
        return Failure(line: line, column: column, expected: expected)
    }
}
