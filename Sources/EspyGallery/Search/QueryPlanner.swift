import EspyBase
import EspyInference
import EspyStore

/// A query with its words resolved: the sets of photos to combine.
indirect enum QueryPlan {
    case everything
    /// The meaning of a word, or of several words together.
    case term(QueryTerm)
    /// Consecutive words in the text of a photo.
    case phrase([String])
    case filter(GalleryQuery.Filter)
    case similar(SimilarPhotos)
    /// The literal matches of words, or their meaning as a whole; of several lists, earlier ones come first.
    case either(QueryPlan, meaning: [SimilarPhotos], parts: [LikelySearch.Part])
    case album(String, QueryPlan)
    case not(QueryPlan)
    case all([QueryPlan])
    case any([QueryPlan])

    /// The similarity that decides the order of results, if any.
    var leading: SimilarPhotos? {
        switch self {
        case .similar(let photos): photos
        case .all(let parts): parts.lazy.compactMap(\.leading).first
        default: nil
        }
    }

    /// Its one term, if there is only one.
    var term: QueryTerm? {
        switch self {
        case .term(let term): term
        // Words with a common meaning, or each by itself.
        case .any(let parts): parts.first?.term
        default: nil
        }
    }

    /// The plan for literal matches only.
    var exact: QueryPlan {
        switch self {
        case .either(let exact, _, _): exact
        case .album(let name, let plan): .album(name, plan.exact)
        case .all(let parts): .all(parts.map(\.exact))
        case .any(let parts): .any(parts.map(\.exact))
        default: self
        }
    }

    /// The meanings of its words: lists in order, for each part that has some.
    var meanings: [[SimilarPhotos]] {
        switch self {
        case .either(_, let photos, _): [photos]
        case .album(_, let plan): plan.meanings
        case .all(let parts), .any(let parts): parts.flatMap(\.meanings)
        default: []
        }
    }
}

/// A word, or several that belong together, in base form.
struct QueryTerm {
    let words: [String]
    /// As typed, for names that do not follow the base form.
    let name: String
    /// Ends with an asterisk: a prefix.
    var isBeginning = false
    /// The English names of tags with this name in another language.
    var english: [String] = []
    /// Other possible meanings.
    var color: ColorName?
    var dates: GalleryDates?
    /// The date counts only if nothing else matches, as for "may".
    var isDoubtful = false

    var text: String { words.joined(separator: " ") }
    /// Whether it names a thing: then it describes what photos show, and never a camera brand such as Apple.
    var isEveryday: Bool {
        !isBeginning && Thesaurus.shared.knows(text) && !ThesaurusTable.cameras.contains(text)
    }
    /// Identifies it in the index.
    var key: String { text + "@" + name + (isBeginning ? "*" : "") + english.map { "=" + $0 }.joined() }
}

/// Resolves the words of a query.
struct QueryPlanner {
    let index: SearchIndex
    let database: Database
    /// Nil without a model for the meaning of words.
    var texts: TextEmbedder?
    /// Whether only literal matches count.
    var isLiteral = false

    /// Maximum nesting depth of albums, which may refer to themselves.
    private static let deepest = 8
    /// Maximum number of words for one thing, such as `golden retriever`.
    private static let mostWords = 4

    /// Plans a user's query: hidden photos are found only if the query mentions them.
    func shown(_ query: GalleryQuery) throws -> QueryPlan {
        let plan = try plan(query)
        return index.hidden.isEmpty || query.speaksOfHidden ? plan : .all([plan, .not(.filter(.mark(.hidden)))])
    }

    func plan(_ query: GalleryQuery, depth: Int = 0) throws -> QueryPlan {
        switch query {
        case .everything: return .everything
        case .word:
            guard isLiteral else { return .all(try list([query], depth)) }
            return meant(by: query).map(QueryPlan.term) ?? .any([])
        case .phrase(let text): return .phrase(GalleryWords.of(text))
        case .not(let part): return .not(try literal.plan(part, depth: depth))
        case .any(let parts): return .any(try parts.map { try plan($0, depth: depth) })
        case .all(let parts): return .all(try list(parts, depth))
        case .filter(.album(let name)): return .album(name, try album(name, depth))
        case .filter(.similar(let photo)):
            return .similar(try SimilarSearch(index: index, database: database).photos(like: photo))
        case .filter(.like(let words)): return .similar(try shown(words))
        case .filter(let filter): return .filter(filter)
        }
    }

    private func list(_ parts: [GalleryQuery], _ depth: Int) throws -> [QueryPlan] {
        var plans: [QueryPlan] = []
        var words = FreeWords()
        var next = 0
        let says = parts.contains { Self.isFree($0) && !Self.isFiller($0) }
        while next < parts.count {
            if let (count, term) = joined(parts[next...]) {
                let single = parts[next..<next + count].compactMap(meant).map(QueryPlan.term)
                if term.dates == nil { words.add(plans.count, parts[next..<next + count]) }
                plans.append(.any([.term(term), .all(single)]))
                next += count
            } else if says, Self.isFiller(parts[next]) {
                next += 1
            } else {
                if Self.isFree(parts[next]) { words.add(plans.count, parts[next...next]) }
                let planner = Self.isWord(parts[next]) ? literal : self
                plans.append(try planner.plan(parts[next], depth: depth))
                next += 1
            }
        }
        return try withMeaning(of: words, plans)
    }

    /// The longest sequence of words at the start of the list that has a common meaning.
    private func joined(_ parts: ArraySlice<GalleryQuery>) -> (count: Int, term: QueryTerm)? {
        let words = parts.prefix(Self.mostWords).map(Self.word).prefix { $0 != nil }.compactMap { $0 }
        for count in stride(from: words.count, to: 1, by: -1) {
            let several = Array(words.prefix(count))
            let (text, typed) = (several.joined(separator: " "), Self.typed(parts.prefix(count)))
            if let dates = Self.monthAndYear(several) {
                return (count, QueryTerm(words: several, name: typed, dates: dates))
            }
            let english = english(typed, text)
            if !english.isEmpty || isKnown(text) || index.places?.has(typed) == true {
                return (count, QueryTerm(words: several, name: typed, english: english))
            }
        }
        return nil
    }

    private static func typed(_ parts: ArraySlice<GalleryQuery>) -> String {
        parts.compactMap(\.text).joined(separator: " ")
    }

    private func album(_ name: String, _ depth: Int) throws -> QueryPlan {
        guard depth < Self.deepest else {
            throw GalleryError.query("album:\(GalleryQuery.quoted(name))", reason: "this album refers to itself")
        }
        guard let text = try Self.query(ofAlbum: name, in: database) else { throw GalleryError.unknownAlbum(name) }
        return try plan(try GalleryQuery.reading(text), depth: depth + 1)
    }

    /// The query of a saved album; nil if there is none with this name.
    static func query(ofAlbum name: String, in database: Database) throws -> String? {
        try database.rows("SELECT query FROM smart_albums WHERE name = ?", [.text(name)]) { try $0.text(0) }.first
    }

    /// The single word of a part, in base form.
    private static func word(_ part: GalleryQuery) -> String? {
        guard case .word(let text) = part, !text.hasSuffix("*") else { return nil }
        let words = GalleryWords.of(text)
        return words.count == 1 ? words[0] : nil
    }

    /// The meaning of a part that is a word, in any language.
    private func meant(by part: GalleryQuery) -> QueryTerm? {
        guard let text = part.text, var term = Self.term(text) else { return nil }
        guard !term.isBeginning, term.words.count == 1 else { return term }
        term.english = english(text, term.text)
        term.color = term.color ?? term.english.lazy.compactMap(ColorName.init).first
        return term
    }

    /// Whether a term is in the English vocabulary.
    private func isKnown(_ term: String) -> Bool { index.tags.terms.contains(term) || Thesaurus.shared.knows(term) }

    /// The English names of a word in another language. If the word also exists in English, only that meaning counts:
    /// German "boot" (boat) stays a boot.
    ///
    /// - Parameters:
    ///   - typed: as in the query: accents matter, since German "Bär" (bear) is not a bar.
    ///   - term: its base form.
    private func english(_ typed: String, _ term: String) -> [String] {
        if typed.lowercased().allSatisfy(\.isASCII), isKnown(term) || ColorName(rawValue: term) != nil { return [] }
        return index.foreign?.english(typed) ?? []
    }

    /// The English term of a word; nil for one without letters and digits.
    static func term(_ text: String) -> QueryTerm? {
        let words = GalleryWords.of(text)
        guard !words.isEmpty else { return nil }
        var term = QueryTerm(
            words: words, name: text.hasSuffix("*") ? String(text.dropLast()) : text, isBeginning: text.hasSuffix("*"))
        guard !term.isBeginning, words.count == 1 || GalleryDate(text) != nil else { return term }
        term.color = ColorName(rawValue: words[0] == "grey" ? "gray" : words[0])
        if let date = GalleryDate(text), 1_800...2_200 ~= date.year {
            term.dates = .span(from: date, through: date)
        } else if let month = CivilDay.month(text), CivilDay.months[month - 1] == text.lowercased() {
            (term.dates, term.isDoubtful) = (.yearly(month: month, day: nil), true)
        }
        return term
    }

    /// Parses `may 2024` or `2024 may`.
    private static func monthAndYear(_ words: [String]) -> GalleryDates? {
        guard words.count == 2 else { return nil }
        for (month, year) in [(words[0], words[1]), (words[1], words[0])] {
            guard let month = CivilDay.month(month), let year = Int(year), year >= 1_800,
                let date = GalleryDate(year: year, month: month)
            else { continue }
            return .span(from: date, through: date)
        }
        return nil
    }
}

extension QueryPlanner {
    /// The same, for literal matches only.
    var literal: QueryPlanner {
        QueryPlanner(index: index, database: database, texts: texts, isLiteral: true)
    }

    static func isWord(_ part: GalleryQuery) -> Bool {
        if case .word = part { true } else { false }
    }

    /// Whether a part is a word without meaning beside others.
    static func isFiller(_ part: GalleryQuery) -> Bool {
        guard case .word(let text) = part else { return false }
        return LikelySearch.fillers.contains(text.lowercased())
    }

    /// Whether a part is a word that may describe a photo: neither a date nor a prefix.
    static func isFree(_ part: GalleryQuery) -> Bool {
        guard case .word(let text) = part, let term = term(text) else { return false }
        return !term.isBeginning && (term.dates == nil || term.isDoubtful)
    }

    /// Adds photos that show what the words mean to those with literal matches: first by text models, then likely
    /// things. All other parts still apply.
    fileprivate func withMeaning(of words: FreeWords, _ plans: [QueryPlan]) throws -> [QueryPlan] {
        guard !isLiteral, let first = words.places.first else { return plans }
        var others: [SimilarPhotos] = []
        do {
            if texts != nil { others.append(try shown(words.texts.joined(separator: " "))) }
        } catch is InferenceError {
            // Literal matches still work.
        }
        let parts = words.places.map { LikelySearch.Part(exact: plans[$0], term: plans[$0].term) }
        let run = QueryRun(index: index, database: database, texts: texts)
        if let likely = try LikelySearch(run: run).photos(parts) { others.append(likely) }
        guard !others.isEmpty else { return plans }
        let exact = QueryPlan.all(words.places.map { plans[$0] })
        return plans.indices.compactMap { place in
            if place == first { return .either(exact, meaning: others, parts: parts) }
            return words.places.contains(place) ? nil : plans[place]
        }
    }

    /// - Throws: ``GalleryError/query(_:reason:)`` if there is no model for it.
    func shown(_ words: String) throws -> SimilarPhotos {
        guard let texts else {
            throw GalleryError.query(
                "like:\(GalleryQuery.quoted(words))",
                reason: "searching by meaning needs both halves of a CLIP model; “espy models list” shows them")
        }
        return try MeaningSearch(index: index, database: database, texts: texts).photos(showing: words)
    }
}

/// The words of a query that describe a photo, and their positions among its parts.
private struct FreeWords {
    private(set) var places: [Int] = []
    private(set) var texts: [String] = []

    mutating func add(_ place: Int, _ parts: ArraySlice<GalleryQuery>) {
        places.append(place)
        for case .word(let word) in parts { texts.append(word) }
    }
}

extension GalleryQuery {
    fileprivate var speaksOfHidden: Bool {
        switch self {
        case .filter(.mark(.hidden)), .filter(.tag(SearchIndex.hiddenTag)): true
        case .not(let part): part.speaksOfHidden
        case .any(let parts), .all(let parts): parts.contains(where: \.speaksOfHidden)
        default: false
        }
    }

    /// The word, as typed.
    fileprivate var text: String? {
        guard case .word(let text) = self else { return nil }
        return text
    }
}
