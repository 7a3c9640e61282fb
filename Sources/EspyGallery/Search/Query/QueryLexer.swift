/// A piece of a query, and which character it begins at.
struct QueryToken: Equatable {
    enum Kind: Equatable {
        case open, close, minus, or, and
        case word(String)
        case phrase(String)
        /// A word before a colon, and what stands behind it.
        case filter(key: String, value: String)
    }

    let kind: Kind
    let position: Int
}

/// Cuts a query into pieces.
struct QueryLexer {
    /// Not as characters: one that joins the one before it would swallow a blank or a quote.
    private let text: [Unicode.Scalar]
    private var next = 0

    static func tokens(of text: String) throws(GalleryQueryError) -> [QueryToken] {
        guard text.unicodeScalars.count <= GalleryQuery.longest else {
            throw GalleryQueryError(GalleryQuery.longest, "more than \(GalleryQuery.longest) characters")
        }
        var lexer = QueryLexer(text: Array(text.unicodeScalars))
        var tokens: [QueryToken] = []
        while let token = try lexer.token() { tokens.append(token) }
        return tokens
    }

    private init(text: [Unicode.Scalar]) { self.text = text }

    private mutating func token() throws(GalleryQueryError) -> QueryToken? {
        while next < text.count, text[next].properties.isWhitespace { next += 1 }
        guard next < text.count else { return nil }
        let start = next
        return QueryToken(kind: try kind(), position: start)
    }

    private mutating func kind() throws(GalleryQueryError) -> QueryToken.Kind {
        switch text[next] {
        case "(":
            next += 1
            return .open
        case ")":
            next += 1
            return .close
        case "-":
            next += 1
            return .minus
        case "\"": return .phrase(try quoted())
        default: return try word()
        }
    }

    private mutating func word() throws(GalleryQueryError) -> QueryToken.Kind {
        let start = next
        while next < text.count, !Self.ends(text[next]) {
            if text[next] == ":", Self.isKey(text[start..<next]) { return try filter(from: start) }
            next += 1
        }
        switch Self.string(text[start..<next]) {
        case "OR", "|": return .or
        case "AND", "&": return .and
        case "NOT": return .minus
        case let word: return .word(word)
        }
    }

    private mutating func filter(from start: Int) throws(GalleryQueryError) -> QueryToken.Kind {
        let key = Self.string(text[start..<next]).lowercased()
        next += 1
        if next < text.count, text[next] == "\"" { return .filter(key: key, value: try quoted()) }
        let first = next
        while next < text.count, !Self.ends(text[next]) { next += 1 }
        return .filter(key: key, value: Self.string(text[first..<next]))
    }

    private mutating func quoted() throws(GalleryQueryError) -> String {
        let start = next
        guard let end = text[(start + 1)...].firstIndex(of: "\"") else {
            throw GalleryQueryError(start, "this quote is never closed")
        }
        next = end + 1
        return Self.string(text[(start + 1)..<end])
    }

    private static func ends(_ character: Unicode.Scalar) -> Bool {
        character.properties.isWhitespace || character == "(" || character == ")" || character == "\""
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private static func isKey(_ characters: ArraySlice<Unicode.Scalar>) -> Bool {
        !characters.isEmpty && characters.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
    }

    /// Would this be read as a word, all of it?
    static func isWord(_ text: String) -> Bool {
        let tokens = try? tokens(of: text)
        return tokens == [QueryToken(kind: .word(text), position: 0)]
    }

    /// May this stand behind a colon without quotes?
    static func isValue(_ text: String) -> Bool { !text.isEmpty && !text.unicodeScalars.contains(where: ends) }
}
