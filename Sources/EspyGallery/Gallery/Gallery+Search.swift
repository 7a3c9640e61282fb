import EspyStore

extension Gallery {
    /// Maximum number of photos on one page.
    public static let longestPage = 500

    /// Finds photos; see ``GalleryQuery`` for the query language.
    ///
    /// Results are newest first for every query: people know when things happened, and small differences in a score
    /// mean little to them. Only `similar:` and `like:` sort by similarity. Photos that may show what the words mean
    /// come after the certain matches, likeliest first: ranked by a text model if there is one, then by the things that
    /// they may show. Photos that do not match at all are never included, however few matches there are.
    ///
    /// - Parameters:
    ///   - text: the query; an empty one finds all photos.
    ///   - offset: number of results to skip.
    ///   - limit: maximum number of results; at most ``longestPage``.
    ///   - now: seconds since 1970, by the local clock.
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
                total: found.count, sure: try run.sure(found, plan), videos: try run.videos(found),
                revision: run.index.revision, hits: hits)
        }
    }

    /// The number of certain matches in each month, newest first; nil where similarity decides the order.
    public func timeline(_ text: String, now: Int) throws(GalleryError) -> [GalleryMonth]? {
        let query = try GalleryQuery.reading(text)
        return try searching { run in
            let plan = try run.planner.shown(query)
            let found = try run.photos(plan)
            return try run.timed(found, plan).map(run.months)
        }
    }

    /// Runs work on one state of the gallery, with an index of exactly that state.
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

    /// Where the matching photos were taken, if known; in no particular order.
    ///
    /// - Parameter now: seconds since 1970, by the local clock.
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

    /// Tags that the user marked as wrong for a photo, by name.
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

    /// The tags, colors, kinds, years and cameras of the matching photos, with counts.
    ///
    /// - Parameter limit: maximum number of tags and of cameras.
    public func facets(_ text: String, limit: Int = 100, now: Int) throws(GalleryError) -> GalleryFacets {
        let query = try GalleryQuery.reading(text)
        return try searching { run in
            let plan = try run.planner.shown(query)
            return try FacetCount(run: run, found: try run.photos(plan), limit: max(0, limit)).facets()
        }
    }

    /// Completions of a query that is being typed: tags and words with results, colors, years, cameras, albums and
    /// conditions that start like the word at the cursor, or contain a word that does.
    ///
    /// - Parameters:
    ///   - typed: the query so far, mistakes included.
    ///   - cursor: its position, in characters; nil for the end.
    ///   - language: the user's, such as `de`: words in it that have results are included.
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

    /// Duplicate photos: first those with the same bytes, then versions of one shot, then nearly identical shots.
    /// Finding them changes no file.
    ///
    /// Versions of a shot have perceptual hashes that differ in at most nine bits in one of the eight orientations,
    /// similar proportions and similar colors. Two photos that a camera took at different moments are never versions of
    /// one shot; if one of two has no camera time, their details must agree, in the small pictures and, where these
    /// show little, in the photos themselves. Shots are similar when they look like versions of one but were taken at
    /// different moments, or by one camera within a minute with hashes that differ in at most 18 bits.
    ///
    /// - Parameter limit: maximum number of groups.
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

    /// Searches outside the actor, so that others can search in the meantime.
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
    /// Id of the photo.
    public let photo: Int
    /// Degrees, north positive.
    public let latitude: Double
    /// Degrees, east positive.
    public let longitude: Double
}

/// Duplicates of one photo.
public struct DuplicateGroup: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The same bytes in several files.
        case exact
        /// One shot in several versions: smaller, recompressed, slightly cropped, rotated, mirrored, brighter. Without
        /// a camera time, all details must agree.
        case sameShot
        /// Several shots of one view, as in a burst.
        case similar
    }

    public let kind: Kind
    /// The one with the most pixels first. A group of kind ``Kind/exact`` has one photo.
    public let photos: [GalleryPhoto]
    /// All files of these photos.
    public let files: [String]
}

extension QueryRun {
    /// Nil when photos were removed in the meantime, and too few are left.
    func group(_ kind: DuplicateGroup.Kind, _ photos: [Int]) throws -> DuplicateGroup? {
        let there = try photos.filter { index.slots[$0] != nil }.map { photo in
            try PhotoFacts.read(photo, from: database, index.corrections)?.photo
        }.compactMap { $0 }
        guard there.count >= (kind == .exact ? 1 : 2) else { return nil }
        let sorted = there.sorted { ($1.pixels, $0.id) < ($0.pixels, $1.id) }
        let files = try sorted.flatMap { try database.paths(of: $0.id, atMost: 1000) }
        return DuplicateGroup(kind: kind, photos: sorted, files: files)
    }
}

extension GalleryPhoto {
    fileprivate var pixels: Double { Double(width) * Double(height) }
}
