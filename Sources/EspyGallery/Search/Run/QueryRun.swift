import EspyStore

/// Finds the photos of a plan.
struct QueryRun {
    let index: SearchIndex
    let database: Database
    /// Nil where texts have no meaning, for want of a model.
    var texts: (any TextMeaning)?

    private var reader: PhotoSetReader { PhotoSetReader(index: index, database: database) }

    func photos(_ plan: QueryPlan) throws(StoreError) -> PhotoBits {
        switch plan {
        case .everything: return index.alive
        case .term(let term): return try photos(term)
        case .phrase(let words):
            return words.isEmpty ? none : try reader.text(PhotoSetReader.match(words))
        case .filter(let filter):
            return try filters.photos(filter)
        case .similar(let similar): return similar.bits
        case .either(let exact, let meaning):
            var found = try photos(exact)
            found.formUnion(meaning.bits)
            return found
        case .album(_, let plan): return try photos(plan)
        case .not(let part):
            var rest = index.alive
            rest.subtract(try photos(part))
            return rest
        case .all(let parts):
            var common = index.alive
            for part in parts { common.formIntersection(try photos(part)) }
            return common
        case .any(let parts):
            var found = none
            for part in parts { found.formUnion(try photos(part)) }
            return found
        }
    }

    private var filters: FilterSets { FilterSets(index: index, database: database) }

    private var none: PhotoBits { PhotoBits(slots: index.ids.count) }

    private func photos(_ term: QueryTerm) throws(StoreError) -> PhotoBits {
        try index.set(.term(term.key)) { () throws(StoreError) in
            var found = try said(term)
            found.formUnion(try shown(by: term))
            if let dates = term.dates, !term.isDoubtful || found.isEmpty {
                found.formUnion(try filters.photos(.date(dates)))
            }
            found.formUnion(try places(of: term))
            return found
        }
    }

    /// Photos with the words of a term in what is said of them.
    private func said(_ term: QueryTerm) throws(StoreError) -> PhotoBits {
        try reader.text(PhotoSetReader.match(term.words, isBeginning: term.isBeginning))
    }

    /// Photos that show what a term means.
    private func shown(by term: QueryTerm) throws(StoreError) -> PhotoBits {
        var found = none
        for meaning in meanings(of: term) { found.formUnion(try reader.tag(meaning.tag)) }
        if let color = term.color { found.formUnion(try reader.color(color)) }
        return found
    }

    /// Photos that were taken where a term is the name of, whatever else has that name: a file called Rome hides no photo
    /// of Rome. Cities are called Bath and Orange, too: everyday words mean what photos show, where some do.
    func places(of term: QueryTerm) throws(StoreError) -> PhotoBits {
        let (shown, said) = (try shown(by: term), try said(term))
        if shown.isEmpty, said.isEmpty {
            // Of a date that is one for sure nothing else is meant.
            if let dates = term.dates, try !filters.photos(.date(dates)).isEmpty { return none }
            return try filters.photos(.place(term.name))
        }
        let isEveryday = term.color != nil || Thesaurus.shared.knows(term.text)
        guard !term.isBeginning, term.dates == nil, shown.isEmpty || !isEveryday else { return none }
        return try filters.photos(calledBy: term.name)
    }

    func meanings(of term: QueryTerm) -> [TagNames.Meaning] {
        if term.isBeginning { return index.tags.meanings(ofBeginning: term.text) }
        let foreign = term.english.map(Thesaurus.term).flatMap { index.tags.meanings(of: $0) }
        return index.tags.meanings(of: term.text)
            + foreign.map { TagNames.Meaning(tag: $0.tag, way: [term.text] + $0.way) }
    }
}
