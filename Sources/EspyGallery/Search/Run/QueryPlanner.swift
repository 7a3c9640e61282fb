import EspyBase
import EspyStore

/// Finds out what the words of a query stand for.
struct QueryPlanner {
    let index: SearchIndex
    let database: Database
    /// Nil where words have no meaning, for want of a model.
    var texts: (any TextMeaning)?
    /// Whether words count only for what they say.
    var isLiteral = false

    /// The most albums inside each other; one that names itself has no end.
    private static let deepest = 8
    /// The most words of one thing, such as `golden retriever`.
    private static let mostWords = 4

    /// A query of a person: what they hid is found only where the query speaks of it.
    func shown(_ query: GalleryQuery) throws(GalleryError) -> QueryPlan {
        let plan = try plan(query)
        return index.hidden.isEmpty || query.speaksOfHidden ? plan : .all([plan, .not(.filter(.mark(.hidden)))])
    }

    func plan(_ query: GalleryQuery, depth: Int = 0) throws(GalleryError) -> QueryPlan {
        switch query {
        case .everything: return .everything
        case .word:
            guard isLiteral || texts == nil else { return .all(try list([query], depth)) }
            return meant(by: query).map(QueryPlan.term) ?? .any([])
        case .phrase(let text): return .phrase(GalleryWords.of(text))
        case .not(let part): return .not(try literal.plan(part, depth: depth))
        case .any(let parts): return .any(try parts.map { (part) throws(GalleryError) in try plan(part, depth: depth) })
        case .all(let parts): return .all(try list(parts, depth))
        case .filter(.album(let name)): return .album(name, try album(name, depth))
        case .filter(.similar(let photo)):
            return .similar(try SimilarSearch(index: index, database: database).photos(like: photo))
        case .filter(.like(let words)): return .similar(try shown(words))
        case .filter(let filter): return .filter(filter)
        }
    }

    private func list(_ parts: [GalleryQuery], _ depth: Int) throws(GalleryError) -> [QueryPlan] {
        var plans: [QueryPlan] = []
        var words = FreeWords()
        var next = 0
        while next < parts.count {
            if let (count, term) = joined(parts[next...]) {
                let single = parts[next..<next + count].compactMap(meant).map(QueryPlan.term)
                if term.dates == nil { words.add(plans.count, parts[next..<next + count]) }
                plans.append(.any([.term(term), .all(single)]))
                next += count
            } else {
                if Self.isFree(parts[next]) { words.add(plans.count, parts[next...next]) }
                let planner = Self.isWord(parts[next]) ? literal : self
                plans.append(try planner.plan(parts[next], depth: depth))
                next += 1
            }
        }
        return try withMeaning(of: words, plans)
    }

    /// Words at the beginning of the list that are known to mean one thing together, as many as there are.
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

    private func album(_ name: String, _ depth: Int) throws(GalleryError) -> QueryPlan {
        guard depth < Self.deepest else {
            throw .query("album:\(GalleryQuery.quoted(name))", reason: "this album is made of itself")
        }
        guard let text = try AlbumQueries.query(of: name, in: database) else { throw .unknownAlbum(name) }
        return try plan(try GalleryQuery.reading(text), depth: depth + 1)
    }

    /// The one word that a part is, in its basic form.
    private static func word(_ part: GalleryQuery) -> String? {
        guard case .word(let text) = part, !text.hasSuffix("*") else { return nil }
        let words = GalleryWords.of(text)
        return words.count == 1 ? words[0] : nil
    }

    /// What a part that is a word means, in any language.
    private func meant(by part: GalleryQuery) -> QueryTerm? {
        guard let text = part.text, var term = Self.term(text) else { return nil }
        guard !term.isBeginning, term.words.count == 1 else { return term }
        term.english = english(text, term.text)
        term.color = term.color ?? term.english.lazy.compactMap(ColorName.init).first
        return term
    }

    /// Says a term of the English vocabulary something?
    private func isKnown(_ term: String) -> Bool { index.tags.terms.contains(term) || Thesaurus.shared.knows(term) }

    /// The English names of what is called so in another language. A word that is English, too, means that: a boot is no
    /// boat.
    ///
    /// - Parameters:
    ///   - typed: as it is in the query: with its accents, a bear is no bar in German.
    ///   - term: its basic form.
    private func english(_ typed: String, _ term: String) -> [String] {
        if typed.lowercased().allSatisfy(\.isASCII), isKnown(term) || ColorName(rawValue: term) != nil { return [] }
        return index.foreign?.english(typed) ?? []
    }

    /// What a word may mean in English; nil for one without letters and digits, which means nothing.
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

    /// `may 2024` or `2024 may`.
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

extension GalleryQuery {
    fileprivate var speaksOfHidden: Bool {
        switch self {
        case .filter(.mark(.hidden)), .filter(.tag(SearchIndex.hiddenTag)): true
        case .not(let part): part.speaksOfHidden
        case .any(let parts), .all(let parts): parts.contains(where: \.speaksOfHidden)
        default: false
        }
    }

    /// The word that it is, as it was typed.
    fileprivate var text: String? {
        guard case .word(let text) = self else { return nil }
        return text
    }
}
