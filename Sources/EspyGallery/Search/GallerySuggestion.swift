import EspyStore

/// A completion of the text being typed.
public struct GallerySuggestion: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable {
        /// A tag, or a word that finds tags with other names.
        case tag, word
        case color, year, camera, album, person
        /// A condition's key, such as `near:`, or one of its values.
        case condition
    }

    public let kind: Kind
    /// The text to show.
    public let name: String
    /// The number of photos it finds alone; nil where that has no meaning.
    public let count: Int?
    /// The whole query after accepting the suggestion.
    public let query: String
    /// The position of the cursor then, in characters.
    public let cursor: Int
}

/// Finds completions of the start of a word.
struct SuggestionSearch {
    let run: QueryRun
    let word: TypedWord
    let language: String?

    func suggestions(limit: Int) throws -> [GallerySuggestion] {
        switch word.key {
        case "tag": return try tags()
        case "category":
            return try filters(PhotoTag.Category.allCases.map { (.condition, $0.rawValue, .category($0)) })
        case "color": return try filters(ColorName.allCases.map { (.color, $0.rawValue, .color($0)) })
        case "kind": return try filters(PhotoAnalysis.Kind.allCases.map { (.condition, $0.rawValue, .kind($0)) })
        case "is", "has":
            let marks = GalleryQuery.Mark.allCases.filter { $0.key == word.key && $0 != .duplicate }
            return try filters(marks.map { (.condition, $0.rawValue, .mark($0)) })
        case "camera": return try cameras()
        case "album": return try albums()
        case "place": return try places()
        case "person": return try people()
        case "date": return years()
        case nil where word.start.isEmpty: return []
        case nil: return try anything(limit)
        default: return []
        }
    }

    private func anything(_ limit: Int) throws -> [GallerySuggestion] {
        let colors = try filters(ColorName.allCases.map { (.color, $0.rawValue, .color($0)) })
        var own = Array(try tags().prefix(limit))
        own += try words(limit) + colors
        own += years()
        let keys = QueryFilters.keys.filter { $0.hasPrefix(word.start) }
        own += try people() + cameras() + albums()
        return own + keys.map { word.completed(.condition, $0 + ":", nil, with: $0 + ":") }
    }

    private func tags() throws -> [GallerySuggestion] {
        let counts = try run.index.tagTable(run.database).counts(in: run.index.alive)
        let found = run.index.tags.entries.filter { fits($0.name) && counts[$0.id] != nil }
            .sorted { rank($0.name, counts[$0.id] ?? 0) < rank($1.name, counts[$1.id] ?? 0) }
        return found.map { entry in
            suggestion(.tag, entry.name, counts[entry.id], .tag(entry.name))
        }
    }

    /// Prefix matches first, then those with more photos.
    private func rank(_ name: String, _ count: Int) -> (Int, Int, String) {
        (name.lowercased().hasPrefix(word.start) ? 0 : 1, -count, name)
    }

    /// Words that are not tags, but find some.
    private func words(_ limit: Int) throws -> [GallerySuggestion] {
        guard word.start.count > 1 else { return [] }
        let terms = Thesaurus.shared.terms.filter { $0.hasPrefix(word.start) && !run.index.tags.terms.contains($0) }
        let foreign = language.flatMap { run.index.foreign?.words($0, beginning: word.start) } ?? []
        var found: [GallerySuggestion] = []
        for term in (foreign + terms).sorted(by: { ($0.count, $0) < ($1.count, $1) }).prefix(5 * limit)
        where found.count < limit {
            let count = try run.photos(meant(by: term)).count
            if count > 0 { found.append(word.completed(.word, term, count, with: term)) }
        }
        return found
    }

    private func meant(by term: String) -> QueryPlan {
        let words = GalleryWords.of(term)
        return .term(QueryTerm(words: words, name: term, english: run.index.foreign?.english(term) ?? []))
    }

    private func years() -> [GallerySuggestion] {
        guard word.key == "date" || word.start.first?.isNumber == true else { return [] }
        return FacetCount(run: run, found: run.index.alive, limit: 0).years().filter { fits($0.name) }
            .map { word.completed(.year, $0.name, $0.count, with: $0.query) }
    }

    private func cameras() throws -> [GallerySuggestion] {
        let cameras = try FacetCount(run: run, found: run.index.alive, limit: 200).cameras()
        return cameras.filter { fits($0.name) }.map { word.completed(.camera, $0.name, $0.count, with: $0.query) }
    }

    private func people() throws -> [GallerySuggestion] {
        try filters(run.index.people(run.database).all.map { (.person, $0, .person($0)) })
    }

    /// Countries and cities where photos were taken.
    private func places() throws -> [GallerySuggestion] {
        guard let atlas = run.index.places?.atlas else { return [] }
        let photos = try PhotoPlaces(run.database)
        let names = photos.mostCountries(PlaceGroups.most, atlas).map(\.name) + photos.cities(atlas)
        return try filters(names.map { (.condition, $0, .place($0)) })
    }

    private func albums() throws -> [GallerySuggestion] {
        let names = try run.database.rows("SELECT name FROM smart_albums ORDER BY name") { try $0.text(0) }
        return names.filter { fits($0) }.map { name in
            word.completed(.album, name, nil, with: GalleryQuery.Filter.album(name).description)
        }
    }

    private func filters(
        _ filters: [(GallerySuggestion.Kind, String, GalleryQuery.Filter)]
    ) throws -> [GallerySuggestion] {
        var found: [GallerySuggestion] = []
        for (kind, name, filter) in filters where fits(name) {
            let count = try run.photos(.filter(filter)).count
            if count > 0 { found.append(suggestion(kind, name, count, filter)) }
        }
        return found
    }

    private func suggestion(
        _ kind: GallerySuggestion.Kind, _ name: String, _ count: Int?, _ filter: GalleryQuery.Filter
    ) -> GallerySuggestion {
        word.completed(kind, name, count, with: filter.description)
    }

    /// Whether the name, or one of its words, starts with the typed text.
    private func fits(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix(word.start)
            || name.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(word.start) }
    }
}

/// The word at the cursor, and its surroundings.
struct TypedWord {
    let before: String
    let after: String
    /// The key of a condition, in lower case; nil for a plain word.
    let key: String?
    /// In lower case, without quotes.
    let start: String

    init(_ text: String, cursor: Int?) {
        let characters = Array(text.prefix(GalleryQuery.longest))
        let end = min(max(cursor ?? characters.count, 0), characters.count)
        var first = end
        // Inside quotes, blanks belong to the word.
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

    /// The query with the word replaced by this.
    func completed(
        _ kind: GallerySuggestion.Kind, _ name: String, _ count: Int?, with text: String
    ) -> GallerySuggestion {
        // After a condition's key, the user goes on typing.
        let isOpen = text.hasSuffix(":")
        let head = before + text + (isOpen || after.hasPrefix(" ") || after.hasPrefix(")") ? "" : " ")
        return GallerySuggestion(kind: kind, name: name, count: count, query: head + after, cursor: head.count)
    }
}
