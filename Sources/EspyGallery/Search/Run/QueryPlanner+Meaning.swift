/// The words of a query that say what is on a photo, and where they stand among its parts.
struct FreeWords {
    private(set) var places: [Int] = []
    private(set) var texts: [String] = []

    mutating func add(_ place: Int, _ parts: ArraySlice<GalleryQuery>) {
        places.append(place)
        for case .word(let word) in parts { texts.append(word) }
    }
}

extension QueryPlanner {
    /// The same, for what words say alone.
    var literal: QueryPlanner {
        QueryPlanner(index: index, database: database, texts: texts, isLiteral: true)
    }

    static func isWord(_ part: GalleryQuery) -> Bool {
        if case .word = part { true } else { false }
    }

    /// Whether a part is a word that may say what is on a photo: neither a date nor the beginning of a word.
    static func isFree(_ part: GalleryQuery) -> Bool {
        guard case .word(let text) = part, let term = term(text) else { return false }
        return !term.isBeginning && (term.dates == nil || term.isDoubtful)
    }

    /// Photos that show what the words say come beside those that have the words. All else is still asked for.
    func withMeaning(of words: FreeWords, _ plans: [QueryPlan]) throws(GalleryError) -> [QueryPlan] {
        guard !isLiteral, texts != nil, let first = words.places.first else { return plans }
        let meaning: SimilarPhotos
        do throws(GalleryError) {
            meaning = try shown(words.texts.joined(separator: " "))
        } catch .inference {
            // What the words say can still be found.
            return plans
        }
        let exact = QueryPlan.all(words.places.map { plans[$0] })
        return plans.indices.compactMap { place in
            if place == first { return .either(exact, meaning: meaning) }
            return words.places.contains(place) ? nil : plans[place]
        }
    }

    /// - Throws: ``GalleryError/query(_:reason:)`` where there is no model that could tell.
    func shown(_ words: String) throws(GalleryError) -> SimilarPhotos {
        guard let texts else {
            throw .query(
                "like:\(GalleryQuery.quoted(words))",
                reason: "searching by meaning needs both halves of a CLIP model; “espy models list” shows them")
        }
        return try MeaningSearch(index: index, database: database, texts: texts).photos(showing: words)
    }
}
