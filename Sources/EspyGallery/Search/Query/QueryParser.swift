/// Makes a query of its pieces: alternatives of lists of parts.
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
            throw GalleryQueryError(tokens[next].position, "this parenthesis closes nothing")
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

    /// Something should stand at this place, or before what stands there.
    private func missing() -> GalleryQueryError {
        let position = next < tokens.count ? tokens[next].position : (tokens.last?.position ?? 0)
        return GalleryQueryError(
            position, next < tokens.count ? "a word is missing before this" : "a word is missing after this")
    }
}
