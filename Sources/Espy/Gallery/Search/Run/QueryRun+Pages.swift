import EspyStore

extension QueryRun {
    var planner: QueryPlanner { QueryPlanner(index: index, database: database) }

    /// The slots of a part of what was found, in order.
    func page(_ found: PhotoBits, _ plan: QueryPlan, offset: Int, limit: Int) -> [Int] {
        if let similar = plan.leading {
            return Array(similar.order.lazy.filter { found.contains($0) }.dropFirst(offset).prefix(limit))
        }
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
