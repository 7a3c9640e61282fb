/// Header fields in the order received. Names are case-insensitive (RFC 9110, 5.1).
package struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package struct Field: Sendable, Equatable {
        /// In lower case.
        package let name: String
        package let value: String
    }

    package private(set) var fields: [Field] = []

    package init(_ fields: [(String, String)] = []) {
        for (name, value) in fields { add(name, value) }
    }

    package init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

    /// The first value of a name; setting it replaces all of them.
    package subscript(name: String) -> String? {
        get {
            let wanted = Self.lower(name)
            return fields.first { $0.name == wanted }?.value
        }
        set {
            let wanted = Self.lower(name)
            fields.removeAll { $0.name == wanted }
            if let newValue { add(wanted, newValue) }
        }
    }

    package func all(_ name: String) -> [String] {
        let wanted = Self.lower(name)
        var values: [String] = []
        for field in fields where field.name == wanted { values.append(field.value) }
        return values
    }

    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: Self.lower(name), value: value))
    }

    /// Most names are in lower case already; copying them would take most of the time.
    private static func lower(_ name: String) -> String {
        name.utf8.contains { $0 >= 0x80 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ? name.lowercased() : name
    }
}

/// A parsed Content-Type (RFC 9110, 8.3).
package struct MediaType: Sendable, Equatable {
    /// In lower case, such as `multipart/form-data`.
    package let name: String
    /// Names in lower case, values without quotes.
    package let parameters: [String: String]

    /// - Returns: nil when the text is not a media type.
    package init?(_ text: String) {
        guard let parts = HeaderParts(text), parts.first.split(separator: "/").count == 2 else { return nil }
        name = parts.first.lowercased()
        parameters = parts.parameters
    }
}

/// A value and its parameters: `form-data; name="photo"; filename="tray.jpg"`.
struct HeaderParts {
    let first: String
    /// Names in lower case, values without quotes. The first of several equal names wins.
    let parameters: [String: String]

    init?(_ text: String) {
        guard text.utf8.count <= 4_096 else { return nil }
        var rest = text[...]
        first = Self.trimmed(Self.take(&rest, until: ";"))
        guard !first.isEmpty else { return nil }
        var parameters: [String: String] = [:]
        while rest.popFirst() != nil {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty || rest.first == ";" { continue }
            let name = Self.trimmed(Self.take(&rest, until: "=")).lowercased()
            guard !name.isEmpty, rest.popFirst() != nil, let value = Self.value(&rest) else { return nil }
            if parameters[name] == nil { parameters[name] = value }
        }
        self.parameters = parameters
    }

    private static func value(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else { return trimmed(take(&rest, until: ";")) }
        rest.removeFirst()
        let value = take(&rest, until: "\"")
        guard rest.popFirst() != nil else { return nil }
        // Only blanks may follow the quote before the next parameter.
        guard trimmed(take(&rest, until: ";")).isEmpty else { return nil }
        return value
    }

    private static func take(_ rest: inout Substring, until end: Character) -> String {
        let taken = rest.prefix { $0 != end }
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

/// Whether a browser saves a file, and under which name (RFC 6266, 4.3).
package enum ContentDisposition {
    /// Asks the browser to save the file.
    package static func attachment(_ name: String) -> String {
        let plain = String(
            String.UnicodeScalarView(name.unicodeScalars.map { isPlain($0) ? $0 : "_" }).prefix(200))
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(coded(name))"
    }

    /// The name percent-encoded; at most 600 bytes of it.
    package static func coded(_ name: String) -> String {
        name.utf8.prefix(600).map { byte in
            if isToken(byte) { return String(UnicodeScalar(byte)) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Quotes, backslashes and percent signs have a special meaning in some browsers.
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
