import EspyBase
import EspyStore

/// Executes a query plan.
struct QueryRun {
    let index: SearchIndex
    let database: Database
    /// Nil without a model for the meaning of texts.
    var texts: TextEmbedder?

    private var reader: PhotoSetReader { PhotoSetReader(index: index, database: database) }

    func photos(_ plan: QueryPlan) throws -> PhotoBits {
        switch plan {
        case .everything: return index.alive
        case .term(let term): return try photos(term)
        case .phrase(let words):
            return words.isEmpty ? none : try reader.text(PhotoSetReader.match(words))
        case .filter(let filter):
            return try filters.photos(filter)
        case .similar(let similar): return similar.bits
        case .either(let exact, let meaning, _):
            var found = try photos(exact)
            for photos in meaning { found.formUnion(photos.bits) }
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

    private func photos(_ term: QueryTerm) throws -> PhotoBits {
        try index.set(.term(term.key)) {
            var found = try said(term)
            found.formUnion(try shown(by: term))
            if let dates = term.dates, !term.isDoubtful || found.isEmpty {
                found.formUnion(try filters.photos(.date(dates)))
            }
            found.formUnion(try places(of: term))
            return found
        }
    }

    /// Photos whose texts contain the words of a term.
    private func said(_ term: QueryTerm) throws -> PhotoBits {
        try reader.text(
            PhotoSetReader.match(
                term.words, in: term.isEveryday ? "name folder title description text code" : nil,
                isBeginning: term.isBeginning))
    }

    /// Photos that show what a term means.
    private func shown(by term: QueryTerm) throws -> PhotoBits {
        var found = none
        for meaning in meanings(of: term) { found.formUnion(try reader.tag(meaning.tag)) }
        if let color = term.color { found.formUnion(try reader.color(color)) }
        return found
    }

    /// Photos taken at places with a term's name, whatever else has that name: a file called Rome does not hide photos
    /// of Rome. Cities may be called Bath or Orange: everyday words mean what photos show, if there are such photos.
    func places(of term: QueryTerm) throws -> PhotoBits {
        let (shown, said) = (try shown(by: term), try said(term))
        if shown.isEmpty, said.isEmpty {
            // A certain date has no other meaning.
            if let dates = term.dates, try !filters.photos(.date(dates)).isEmpty { return none }
            return try filters.photos(.place(term.name))
        }
        let isEveryday = term.color != nil || term.isEveryday
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

extension QueryRun {
    var planner: QueryPlanner { QueryPlanner(index: index, database: database, texts: texts) }

    /// The slots of one page of results: sorted by similarity if the query is about that; otherwise newest first,
    /// followed by matches by meaning, best first.
    func page(_ found: PhotoBits, _ plan: QueryPlan, offset: Int, limit: Int) throws -> [Int] {
        if let similar = plan.leading {
            return Array(similar.order.lazy.filter { found.contains($0) }.dropFirst(offset).prefix(limit))
        }
        guard let (exact, rest) = try meant(found, plan) else { return page(found, offset: offset, limit: limit) }
        let page = page(exact, offset: offset, limit: limit)
        return page + rest.dropFirst(max(0, offset - exact.count)).prefix(limit - page.count)
    }

    /// The certain matches, which are sorted by time. Nil where similarity decides the order.
    func timed(_ found: PhotoBits, _ plan: QueryPlan) throws -> PhotoBits? {
        if plan.leading != nil { return nil }
        return try meant(found, plan)?.exact ?? found
    }

    /// The number of certain matches, which come first.
    func sure(_ found: PhotoBits, _ plan: QueryPlan) throws -> Int { try timed(found, plan)?.count ?? found.count }

    /// The literal matches, and the others in order; nil if there are no others.
    private func meant(
        _ found: PhotoBits, _ plan: QueryPlan
    ) throws -> (exact: PhotoBits, rest: [Int])? {
        let meanings = plan.meanings
        guard !meanings.isEmpty else { return nil }
        var exact = try photos(plan.exact)
        exact.formIntersection(found)
        var others = found
        others.subtract(exact)
        guard !others.isEmpty else { return nil }
        if meanings.count == 1 {
            var seen = exact
            let rest = meanings[0].flatMap { photos in
                let order = photos.order.filter { others.contains($0) && !seen.contains($0) }
                seen.formUnion(photos.bits)
                return order
            }
            return (exact, rest)
        }
        var scores: [Int: Double] = [:]
        others.visit { slot in
            scores[slot] = meanings.joined().lazy.compactMap { $0.scores[slot] }.max() ?? 0
        }
        return (exact, scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key))
    }

    private func page(_ found: PhotoBits, offset: Int, limit: Int) -> [Int] {
        var page: [Int] = []
        var skipped = 0
        for slot in index.order where found.contains(slot) {
            if page.count >= limit { break }
            if skipped < offset { skipped += 1 } else { page.append(slot) }
        }
        return page
    }

    func hit(_ slot: Int, _ plan: QueryPlan) throws -> GalleryHit? {
        guard let facts = try PhotoFacts.read(index.ids[slot], from: database, index.corrections) else { return nil }
        let reasons = try SearchReasons(run: self, slot: slot, facts: facts).reasons(plan)
        return GalleryHit(photo: facts.photo, score: reasons.score, why: reasons.texts)
    }

    func months(_ found: PhotoBits) -> [GalleryMonth] {
        if index.months.count != index.ids.count {
            index.months = index.taken.map { time in
                let date = CivilDay.date(of: time)
                return Int32(date.year * 12 + date.month - 1)
            }
        }
        var months: [GalleryMonth] = []
        var (last, count) = (Int32.min, 0)
        func close() {
            guard count > 0 else { return }
            months.append(GalleryMonth(year: Int(last) / 12, month: Int(last) % 12 + 1, count: count))
        }
        for slot in index.order where found.contains(slot) {
            if index.taken[slot] == SearchIndex.undated { break }
            if index.months[slot] != last {
                close()
                (last, count) = (index.months[slot], 0)
            }
            count += 1
        }
        close()
        return months
    }
}
