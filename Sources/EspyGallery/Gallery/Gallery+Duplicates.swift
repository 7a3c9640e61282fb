import EspyStore

extension Gallery {
    /// Photos that are there more than once, those with the same bytes first, then versions of one shot, then shots
    /// that show nearly the same. No photo is deleted here, nor anywhere else.
    ///
    /// A version of a shot has a perceptual hash that differs in at most nine of its bits in one of the eight
    /// orientations, about the same proportions, and about the same colors. Two photos that a camera took at different
    /// moments are never versions of one shot; two of which one has no time by a camera are so only where their details
    /// agree, in the small pictures and, where these show little, in the photos themselves. Shots are called similar when they look like versions of one but were
    /// taken at different moments, or by one camera within a minute with a hash that differs in at most 18 bits.
    ///
    /// - Parameter limit: the most groups.
    public func duplicates(limit: Int = 1_000) async throws(GalleryError) -> [DuplicateGroup] {
        let found = try await duplicateSets()
        return try searching { (run) throws(GalleryError) in
            try GalleryError.store { () throws(StoreError) in
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
    }

    /// Looks for them away from the actor, so that others can search in the meantime.
    private func duplicateSets() async throws(GalleryError) -> DuplicateSets.Found {
        let (search, state) = try searching { (run) throws(GalleryError) in
            try GalleryError.store { () throws(StoreError) in (try DuplicateSearch.read(index, database), index.state) }
        }
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

extension QueryRun {
    /// Nil when photos have gone in the meantime, and fewer than it takes are left.
    func group(_ kind: DuplicateGroup.Kind, _ photos: [Int]) throws(StoreError) -> DuplicateGroup? {
        let there = try photos.filter { index.slots[$0] != nil }.map { (photo) throws(StoreError) in
            try PhotoFacts.read(photo, from: database, index.corrections)?.photo
        }.compactMap { $0 }
        guard there.count >= (kind == .exact ? 1 : 2) else { return nil }
        let sorted = there.sorted { ($1.pixels, $0.id) < ($0.pixels, $1.id) }
        let files = try sorted.map { (photo) throws(StoreError) in
            try database.query("SELECT path FROM files WHERE photo = ? ORDER BY path LIMIT 1000", [.integer(photo.id)])
            {
                (row) throws(StoreError) in try row.text(0)
            }
        }
        return DuplicateGroup(kind: kind, photos: sorted, files: files.flatMap { $0 })
    }
}

extension GalleryPhoto {
    fileprivate var pixels: Double { Double(width) * Double(height) }
}
