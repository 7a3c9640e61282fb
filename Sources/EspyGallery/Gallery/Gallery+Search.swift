import EspyStore

extension Gallery {
    /// The most photos of one page.
    public static let longestPage = 500

    /// Finds photos; see ``GalleryQuery`` for what may be asked.
    ///
    /// They come newest first, whatever was asked for: people know when things happened, and a score between two words
    /// and two photos tells them little. Only `similar:` and `like:` put the most similar one first. With a model of texts,
    /// photos that show what the words of the query mean together come after those that fit word for word, the most
    /// likely one first. A photo that fits in no way is never among them, however few there are.
    ///
    /// - Parameters:
    ///   - text: the query; nothing finds all.
    ///   - offset: so many of those found are left out first.
    ///   - limit: at most so many are given, and never more than ``longestPage``.
    ///   - now: seconds since 1970, by the clock of the place.
    public func search(
        _ text: String, offset: Int = 0, limit: Int = 100, now: Int
    ) throws(GalleryError) -> GalleryPage {
        let query = try GalleryQuery.reading(text)
        return try searching { (run) throws(GalleryError) in
            let plan = try run.planner.shown(query)
            return try GalleryError.store { () throws(StoreError) in
                let found = try run.photos(plan)
                let slots = try run.page(
                    found, plan, offset: max(0, offset), limit: min(max(0, limit), Self.longestPage))
                let hits = try slots.map { (slot) throws(StoreError) in try run.hit(slot, plan) }.compactMap { $0 }
                return GalleryPage(total: found.count, revision: run.index.revision, hits: hits)
            }
        }
    }

    /// How many of the photos that are found were taken in each month, newest first; none where they are in another
    /// order.
    public func timeline(_ text: String, now: Int) throws(GalleryError) -> [GalleryMonth] {
        let query = try GalleryQuery.reading(text)
        return try searching { (run) throws(GalleryError) in
            let plan = try run.planner.shown(query)
            return try GalleryError.store { () throws(StoreError) in
                let found = try run.photos(plan)
                return try run.isByTime(found, plan) ? run.months(found) : []
            }
        }
    }

    /// Runs work on one state of the gallery, with an index that tells of just that state.
    func searching<Value>(_ work: (QueryRun) throws(GalleryError) -> Value) throws(GalleryError) -> Value {
        try database.snapshot { () throws(GalleryError) in
            try GalleryError.store { () throws(StoreError) in try index.refresh(database) }
            return try work(QueryRun(index: index, database: database, texts: texts))
        }
    }
}
