/// Parses tokens into a query: alternatives of lists of parts.
struct QueryParser {
    private let tokens: [QueryToken]
    private var next = 0
    private var depth = 0
    private var parts = 0

    init(_ tokens: [QueryToken]) { self.tokens = tokens }

    mutating func query() throws(GalleryQueryError) -> GalleryQuery {
        guard !tokens.isEmpty else { return .everything }
        let query = try alternatives()
        guard next == tokens.count else {
            throw GalleryQueryError(tokens[next].position, "unmatched closing parenthesis")
        }
        return query
    }

    private mutating func alternatives() throws(GalleryQueryError) -> GalleryQuery {
        var found = [try list()]
        while next < tokens.count, tokens[next].kind == .or {
            next += 1
            found.append(try list())
        }
        return found.count == 1 ? found[0] : .any(found)
    }

    private mutating func list() throws(GalleryQueryError) -> GalleryQuery {
        var found: [GalleryQuery] = []
        loop: while next < tokens.count {
            switch tokens[next].kind {
            case .close, .or: break loop
            case .and:
                guard !found.isEmpty, next + 1 < tokens.count else { throw missing() }
                next += 1
                found.append(try part())
            default: found.append(try part())
            }
        }
        guard !found.isEmpty else { throw missing() }
        return found.count == 1 ? found[0] : .all(found)
    }

    private mutating func part() throws(GalleryQueryError) -> GalleryQuery {
        guard next < tokens.count else { throw missing() }
        let token = tokens[next]
        switch token.kind {
        case .minus:
            next += 1
            return .not(try nested(token) { (parser) throws(GalleryQueryError) in try parser.part() })
        case .open:
            next += 1
            return try nested(token) { (parser) throws(GalleryQueryError) in try parser.group(token) }
        case .close, .or, .and: throw missing()
        case .word(let word): return try leaf(.word(word))
        case .phrase(let words):
            guard !words.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
                throw GalleryQueryError(token.position, "there is nothing between these quotes")
            }
            return try leaf(.phrase(words))
        case .filter(let key, let value):
            return try leaf(.filter(try QueryFilters.filter(key, value, at: token.position)))
        }
    }

    private mutating func group(_ open: QueryToken) throws(GalleryQueryError) -> GalleryQuery {
        let query = try alternatives()
        guard next < tokens.count else {
            throw GalleryQueryError(open.position, "this parenthesis is never closed")
        }
        next += 1
        return query
    }

    private mutating func leaf(_ query: GalleryQuery) throws(GalleryQueryError) -> GalleryQuery {
        parts += 1
        guard parts <= GalleryQuery.mostParts else {
            throw GalleryQueryError(tokens[next].position, "more than \(GalleryQuery.mostParts) words and conditions")
        }
        next += 1
        return query
    }

    private mutating func nested(
        _ token: QueryToken, _ work: (inout QueryParser) throws(GalleryQueryError) -> GalleryQuery
    ) throws(GalleryQueryError) -> GalleryQuery {
        guard depth < GalleryQuery.deepest else {
            throw GalleryQueryError(token.position, "more than \(GalleryQuery.deepest) parentheses inside each other")
        }
        depth += 1
        defer { depth -= 1 }
        return try work(&self)
    }

    /// The error for something missing at this place, or before the next token.
    private func missing() -> GalleryQueryError {
        let position = next < tokens.count ? tokens[next].position : (tokens.last?.position ?? 0)
        return GalleryQueryError(
            position, next < tokens.count ? "a word is missing before this" : "a word is missing after this")
    }
}

/// A token of a query, and the position of its first character.
struct QueryToken: Equatable {
    enum Kind: Equatable {
        case open, close, minus, or, and
        case word(String)
        case phrase(String)
        /// A word before a colon, and the value after it.
        case filter(key: String, value: String)
    }

    let kind: Kind
    let position: Int
}

/// Splits a query into tokens.
struct QueryLexer {
    /// Not characters: a combining character would swallow the blank or quote before it.
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

    /// Whether all of this would be parsed as one word.
    static func isWord(_ text: String) -> Bool {
        let tokens = try? tokens(of: text)
        return tokens == [QueryToken(kind: .word(text), position: 0)]
    }

    /// Whether this may follow a colon without quotes.
    static func isValue(_ text: String) -> Bool { !text.isEmpty && !text.unicodeScalars.contains(where: ends) }
}
