extension GalleryQuery: CustomStringConvertible {
    /// The query as a person would write it. Reading it gives the same query again.
    public var description: String { written(in: .nothing) }

    /// What stands around a part: a list binds closer than alternatives do.
    private enum Surroundings { case nothing, alternatives, tight }

    private func written(in place: Surroundings) -> String {
        switch self {
        case .everything: return ""
        case .word(let word): return QueryLexer.isWord(word) ? word : Self.quoted(word)
        case .phrase(let words): return Self.quoted(words)
        case .filter(let filter): return filter.description
        case .not(let query): return "-" + query.written(in: .tight)
        case .all(let parts):
            let text = parts.map { $0.written(in: .tight) }.joined(separator: " ")
            return place == .tight ? "(\(text))" : text
        case .any(let parts):
            let text = parts.map { $0.written(in: .alternatives) }.joined(separator: " OR ")
            return place == .nothing ? text : "(\(text))"
        }
    }

    /// There is no way to write a quote inside quotes, and none is ever read.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        quoted.unicodeScalars.append(contentsOf: text.unicodeScalars.filter { $0 != "\"" })
        return quoted + "\""
    }
}

extension GalleryQuery.Filter: CustomStringConvertible {
    public var description: String {
        let (key, value) = parts
        return "\(key):" + (QueryLexer.isValue(value) ? value : GalleryQuery.quoted(value))
    }

    private var parts: (key: String, value: String) {
        switch self {
        case .tag(let name): ("tag", name)
        case .category(let category): ("category", category.rawValue)
        case .color(let color): ("color", color.rawValue)
        case .date(let dates): (dates.key, dates.description)
        case .near(let area): ("near", area.description)
        case .place(let name): ("place", name)
        case .camera(let name): ("camera", name)
        case .lens(let name): ("lens", name)
        case .name(let name): ("name", name)
        case .text(let words): ("text", words)
        case .code(let words): ("code", words)
        case .folder(let name): ("in", name)
        case .kind(let kind): ("kind", kind.rawValue)
        case .rating(let stars): ("rating", Self.stars(stars))
        case .faces(let count): ("faces", Self.stars(count))
        case .mark(let mark): (mark.key, mark.rawValue)
        case .similar(let photo): ("similar", photo)
        case .like(let words): ("like", words)
        case .album(let name): ("album", name)
        }
    }

    private static func stars(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        return "\(range.lowerBound)..\(range.upperBound)"
    }
}
