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
        let query = try Self.query(text)
        return try searching { (run) throws(GalleryError) in
            let plan = try run.planner.plan(query)
            return try Self.store { () throws(StoreError) in
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
        let query = try Self.query(text)
        return try searching { (run) throws(GalleryError) in
            let plan = try run.planner.plan(query)
            return try Self.store { () throws(StoreError) in
                let found = try run.photos(plan)
                return try run.isByTime(found, plan) ? run.months(found) : []
            }
        }
    }

    /// Reads a query, and makes its errors those of the gallery.
    static func query(_ text: String) throws(GalleryError) -> GalleryQuery {
        do throws(GalleryQueryError) {
            return try GalleryQuery(text)
        } catch {
            throw .query(text, reason: "at character \(error.position + 1): \(error.reason)")
        }
    }

    /// Runs work on one state of the gallery, with an index that tells of just that state.
    func searching<Value>(_ work: (QueryRun) throws(GalleryError) -> Value) throws(GalleryError) -> Value {
        try database.snapshot { () throws(GalleryError) in
            try Self.store { () throws(StoreError) in try index.refresh(database) }
            return try work(QueryRun(index: index, database: database, texts: texts))
        }
    }

    /// Makes the errors of the database those of the gallery.
    static func store<Value>(_ work: () throws(StoreError) -> Value) throws(GalleryError) -> Value {
        do throws(StoreError) { return try work() } catch { throw .store(error) }
    }
}

/// So many photos of one month.
public struct GalleryMonth: Sendable, Equatable, Codable {
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    public let count: Int

    package init(year: Int, month: Int, count: Int) { (self.year, self.month, self.count) = (year, month, count) }
}
