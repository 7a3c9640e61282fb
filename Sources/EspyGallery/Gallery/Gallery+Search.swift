import EspyStore

extension Gallery {
    /// The most photos of one page.
    public static let longestPage = 500

    /// Finds photos; see ``GalleryQuery`` for what may be asked.
    ///
    /// They come newest first, whatever was asked for: people know when things happened, and a score between two words
    /// and two photos tells them little. Only `similar:` and `like:` put the most similar one first. Photos that may show
    /// what the words of the query mean come after those that fit for sure, the likeliest one first: as a model of texts sees
    /// it, where there is one, then by the kinds of things that they may show. A photo that fits in no way is never among
    /// them, however few there are.
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
        return try searching { run in
            let plan = try run.planner.shown(query)
            let found = try run.photos(plan)
            let slots = try run.page(
                found, plan, offset: max(0, offset), limit: min(max(0, limit), Self.longestPage))
            let hits = try slots.compactMap { try run.hit($0, plan) }
            return GalleryPage(
                total: found.count, sure: try run.sure(found, plan), revision: run.index.revision, hits: hits)
        }
    }

    /// How many of the photos that fit for sure were taken in each month, newest first; nil where likeness alone decides
    /// the order.
    public func timeline(_ text: String, now: Int) throws(GalleryError) -> [GalleryMonth]? {
        let query = try GalleryQuery.reading(text)
        return try searching { run in
            let plan = try run.planner.shown(query)
            let found = try run.photos(plan)
            return try run.timed(found, plan).map(run.months)
        }
    }

    /// Runs work on one state of the gallery, with an index that tells of just that state.
    func searching<Value>(_ work: (QueryRun) throws -> Value) throws(GalleryError) -> Value {
        do {
            return try database.snapshot {
                try index.refresh(database)
                return try work(QueryRun(index: index, database: database, texts: texts))
            }
        } catch {
            throw GalleryError(error)
        }
    }

    /// Where the photos that are found were taken, as far as they say so; in no particular order.
    ///
    /// - Parameter now: seconds since 1970, by the clock of the place.
    public func places(_ text: String, now: Int) throws(GalleryError) -> [GalleryPlace] {
        let query = try GalleryQuery.reading(text)
        return try searching { run in
            let plan = try run.planner.shown(query)
            let found = try run.photos(plan)
            return try PhotoPlaces(run.database).photos
                .filter { photo in run.index.slots[photo.id].map { found.contains($0) } ?? false }
                .map { GalleryPlace(photo: $0.id, latitude: $0.latitude, longitude: $0.longitude) }
        }
    }

    /// Tags that a person said are wrong for a photo, by name.
    public func rejectedTags(of photo: Int) throws(GalleryError) -> [String] {
        try use { database in
            try database.rows(
                """
                SELECT c.tag FROM photos p JOIN corrections c ON c.digest = p.digest
                WHERE p.id = ? AND c.is_right = 0 ORDER BY c.tag
                """, [.integer(photo)]
            ) { try $0.text(0) }
        }
    }

    /// Which tags, colors, kinds, years and cameras the photos have that are found, and how many have each.
    ///
    /// - Parameter limit: the most tags, and the most cameras.
    public func facets(_ text: String, limit: Int = 100, now: Int) throws(GalleryError) -> GalleryFacets {
        let query = try GalleryQuery.reading(text)
        return try searching { run in
            let plan = try run.planner.shown(query)
            return try FacetCount(run: run, found: try run.photos(plan), limit: max(0, limit)).facets()
        }
    }

    /// How a query that is being typed may go on: tags and words that find some, colors, years, cameras, albums and
    /// conditions that begin like the word at the cursor, or have a word that does.
    ///
    /// - Parameters:
    ///   - typed: as far as it is, mistakes and all.
    ///   - cursor: where it stands, in characters; nil for the end.
    ///   - language: of the person, such as `de`: words of it that find some are among them.
    public func suggestions(
        _ typed: String, cursor: Int? = nil, limit: Int = 10, language: String? = nil, now: Int
    ) throws(GalleryError) -> [GallerySuggestion] {
        let word = TypedWord(typed, cursor: cursor)
        return try searching { run in
            Array(
                try SuggestionSearch(run: run, word: word, language: language).suggestions(limit: max(0, limit))
                    .prefix(max(0, limit)))
        }
    }

    /// Photos that are there more than once, those with the same bytes first, then versions of one shot, then shots
    /// that show nearly the same. No photo is deleted here, nor anywhere else.
    ///
    /// A version of a shot has a perceptual hash that differs in at most nine of its bits in one of the eight
    /// orientations, about the same proportions, and about the same colors. Two photos that a camera took at different
    /// moments are never versions of one shot; two of which one has no time by a camera are so only where their details
    /// agree, in the small pictures and, where these show little, in the photos themselves. Shots are called similar when
    /// they look like versions of one but were taken at different moments, or by one camera within a minute with a hash
    /// that differs in at most 18 bits.
    ///
    /// - Parameter limit: the most groups.
    public func duplicates(limit: Int = 1_000) async throws(GalleryError) -> [DuplicateGroup] {
        let found = try await duplicateSets()
        return try searching { run in
            var groups: [DuplicateGroup] = []
            let exact = try database.integers(DuplicateSearch.exactQuery).map { [$0] }
            let kinds: [(DuplicateGroup.Kind, [[Int]])] = [
                (.exact, exact), (.sameShot, found.sameShot), (.similar, found.similar),
            ]
            for (kind, sets) in kinds {
                for photos in sets where groups.count < limit {
                    if let group = try run.group(kind, photos) { groups.append(group) }
                }
            }
            return groups
        }
    }

    /// Looks for them away from the actor, so that others can search in the meantime.
    private func duplicateSets() async throws(GalleryError) -> DuplicateSets.Found {
        let (search, state) = try searching { _ in (try DuplicateSearch.read(index, database), index.state) }
        if let known = index.duplicates, known.state == state { return known.found }
        let work = Task.detached { search.find() }
        let found = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        if !Task.isCancelled { index.duplicates = DuplicateSets(state: state, found: found) }
        return found
    }
}

/// Where a photo was taken.
public struct GalleryPlace: Sendable, Equatable, Codable {
    /// Number of the photo.
    public let photo: Int
    /// Degrees, north positive.
    public let latitude: Double
    /// Degrees, east positive.
    public let longitude: Double
}

/// Photos that are there more than once.
public struct DuplicateGroup: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The same bytes in several files.
        case exact
        /// One shot in several versions: smaller, compressed again, cropped a little, turned, mirrored, brighter. What a
        /// camera told no time of is one picture in all details.
        case sameShot
        /// Several shots of one view, as in a burst.
        case similar
    }

    public let kind: Kind
    /// The one with most pixels first. Of ``Kind/exact`` it is one photo.
    public let photos: [GalleryPhoto]
    /// All files of these photos.
    public let files: [String]
}

extension QueryRun {
    /// Nil when photos have gone in the meantime, and fewer than it takes are left.
    func group(_ kind: DuplicateGroup.Kind, _ photos: [Int]) throws -> DuplicateGroup? {
        let there = try photos.filter { index.slots[$0] != nil }.map { photo in
            try PhotoFacts.read(photo, from: database, index.corrections)?.photo
        }.compactMap { $0 }
        guard there.count >= (kind == .exact ? 1 : 2) else { return nil }
        let sorted = there.sorted { ($1.pixels, $0.id) < ($0.pixels, $1.id) }
        let files = try sorted.map { photo in
            try database.rows("SELECT path FROM files WHERE photo = ? ORDER BY path LIMIT 1000", [.integer(photo.id)]) {
                try $0.text(0)
            }
        }
        return DuplicateGroup(kind: kind, photos: sorted, files: files.flatMap { $0 })
    }
}

extension GalleryPhoto {
    fileprivate var pixels: Double { Double(width) * Double(height) }
}
