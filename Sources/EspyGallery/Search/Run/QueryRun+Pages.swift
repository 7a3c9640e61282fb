import EspyBase
import EspyStore

extension QueryRun {
    var planner: QueryPlanner { QueryPlanner(index: index, database: database, texts: texts) }

    /// The slots of a part of what was found, in order: by likeness where the query is about that; else newest first,
    /// and after those whose words fit the others, the most fitting one first.
    func page(_ found: PhotoBits, _ plan: QueryPlan, offset: Int, limit: Int) throws(StoreError) -> [Int] {
        if let similar = plan.leading {
            return Array(similar.order.lazy.filter { found.contains($0) }.dropFirst(offset).prefix(limit))
        }
        guard let (exact, rest) = try meant(found, plan) else { return page(found, offset: offset, limit: limit) }
        let page = page(exact, offset: offset, limit: limit)
        return page + rest.dropFirst(max(0, offset - exact.count)).prefix(limit - page.count)
    }

    /// Whether newer photos come before older ones, all through.
    func isByTime(_ found: PhotoBits, _ plan: QueryPlan) throws(StoreError) -> Bool {
        if plan.leading != nil { return false }
        return try meant(found, plan) == nil
    }

    /// Photos that fit word for word, and the others in their order; nil where there are no others.
    private func meant(
        _ found: PhotoBits, _ plan: QueryPlan
    ) throws(StoreError) -> (exact: PhotoBits, rest: [Int])? {
        let meanings = plan.meanings
        guard !meanings.isEmpty else { return nil }
        var exact = try photos(plan.exact)
        exact.formIntersection(found)
        var others = found
        others.subtract(exact)
        guard !others.isEmpty else { return nil }
        if meanings.count == 1 { return (exact, meanings[0].order.filter { others.contains($0) }) }
        var scores: [Int: Double] = [:]
        others.visit { slot in scores[slot] = meanings.lazy.compactMap { $0.scores[slot] }.max() ?? 0 }
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

    func hit(_ slot: Int, _ plan: QueryPlan) throws(StoreError) -> GalleryHit? {
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
