/// What a Content-Type says (RFC 9110, 8.3).
package struct MediaType: Sendable, Equatable {
    /// In lower case, such as `multipart/form-data`.
    package let name: String
    /// Names in lower case, values without quotes.
    package let parameters: [String: String]

    /// - Returns: nil when the text is none.
    package init?(_ text: String) {
        guard let parts = HeaderParts(text), parts.first.split(separator: "/").count == 2 else { return nil }
        name = parts.first.lowercased()
        parameters = parts.parameters
    }
}

/// A value and its parameters: `form-data; name="photo"; filename="tray.jpg"`.
package struct HeaderParts: Sendable, Equatable {
    package let first: String
    /// Names in lower case, values without quotes. The first of a name counts.
    package let parameters: [String: String]

    package init?(_ text: String) {
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
        // Nothing but blanks may stand between the quote and the next parameter.
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
