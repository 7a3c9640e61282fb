/// How what is being typed may go on.
public struct GallerySuggestion: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable {
        /// A tag, or a word that finds tags of other names.
        case tag, word
        case color, year, camera, album
        /// A kind of condition, such as `near:`, or a value for one.
        case condition
    }

    public let kind: Kind
    /// What to show.
    public let name: String
    /// How many photos it finds by itself; nil where that has no meaning.
    public let count: Int?
    /// The whole query with the suggestion taken.
    public let query: String
    /// Where the cursor stands then, in characters.
    public let cursor: Int
}

/// The word at the cursor, and what stands around it.
struct TypedWord {
    let before: String
    let after: String
    /// Of a condition, in small letters; nil for a plain word.
    let key: String?
    /// In small letters, without quotes.
    let start: String

    init(_ text: String, cursor: Int?) {
        let characters = Array(text.prefix(GalleryQuery.longest))
        let end = min(max(cursor ?? characters.count, 0), characters.count)
        var first = end
        // Within quotes, blanks belong to the word.
        let isQuoted = characters[..<end].count { $0 == "\"" } % 2 == 1
        if isQuoted { first = characters[..<end].lastIndex(of: "\"") ?? end }
        while first > 0, !characters[first - 1].isWhitespace, !"(\"".contains(characters[first - 1]) { first -= 1 }
        var word = characters[first..<end]
        while word.first == "-" { word = word.dropFirst() }
        before = String(characters[..<(end - word.count)])
        var rest = characters[end...].drop { !$0.isWhitespace && $0 != ")" && $0 != "\"" }
        if isQuoted, rest.first == "\"" { rest = rest.dropFirst() }
        after = String(rest)
        let parts = String(word).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let known = parts.count == 2 ? parts[0].lowercased() : ""
        key = QueryFilters.keys.contains(known) ? known : nil
        start = (key == nil ? String(word) : String(parts[1])).lowercased().filter { $0 != "\"" }
    }

    /// The query with this in place of the word.
    func completed(
        _ kind: GallerySuggestion.Kind, _ name: String, _ count: Int?, with text: String
    ) -> GallerySuggestion {
        // Whoever takes the beginning of a condition goes on to type.
        let isOpen = text.hasSuffix(":")
        let head = before + text + (isOpen || after.hasPrefix(" ") || after.hasPrefix(")") ? "" : " ")
        return GallerySuggestion(kind: kind, name: name, count: count, query: head + after, cursor: head.count)
    }
}
