import EspyStore

extension Gallery {
    /// All smart albums: those that people saved, then those that the gallery makes itself. The latter are only there
    /// when they hold something. Albums are queries, so they are always up to date.
    ///
    /// - Parameter now: seconds since 1970, by the clock of the place: it says which day "on this day" is.
    public func albums(now: Int) throws(GalleryError) -> [GalleryAlbum] {
        try searching { (run) throws(GalleryError) in
            var albums: [GalleryAlbum] = []
            for idea in try GalleryError.store({ () throws(StoreError) in try Self.ownAlbums(database) }) {
                albums.append(try run.album(idea))
            }
            for idea in try GalleryError.store({ () throws(StoreError) in try run.ideas(now: now) }) {
                let album = try run.album(idea)
                if album.count > 0 { albums.append(album) }
            }
            return albums
        }
    }

    /// Keeps a query under a name; one that has this name already gets the new query.
    ///
    /// - Throws: ``GalleryError/query(_:reason:)`` for a query that makes no sense, or a name that cannot be one.
    @discardableResult
    public func saveAlbum(_ name: String, query: String, now: Int) throws(GalleryError) -> GalleryAlbum {
        let name = try Self.albumName(name)
        _ = try GalleryQuery.reading(query)
        _ = try use { (database) throws(StoreError) in
            try database.execute(
                """
                INSERT INTO smart_albums (name, query, created) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET query = excluded.query
                """, [.text(name), .text(query), .integer(now)])
        }
        noteSaid()
        return try album(name)
    }

    /// - Throws: ``GalleryError/unknownAlbum(_:)``; ``GalleryError/query(_:reason:)`` when the new name is taken.
    @discardableResult
    public func renameAlbum(_ name: String, to newName: String) throws(GalleryError) -> GalleryAlbum {
        let newName = try Self.albumName(newName)
        let taken = try AlbumQueries.query(of: newName, in: database)
        guard name == newName || taken == nil else {
            throw .query(newName, reason: "another album has this name")
        }
        let count = try use { (database) throws(StoreError) in
            try database.execute("UPDATE smart_albums SET name = ? WHERE name = ?", [.text(newName), .text(name)])
        }
        guard count > 0 else { throw .unknownAlbum(name) }
        noteSaid()
        return try album(newName)
    }

    /// Deletes an album that somebody saved; its photos stay.
    public func deleteAlbum(_ name: String) throws(GalleryError) {
        let count = try use { (database) throws(StoreError) in
            try database.execute("DELETE FROM smart_albums WHERE name = ?", [.text(name)])
        }
        guard count > 0 else { throw .unknownAlbum(name) }
        noteSaid()
    }

    private func album(_ name: String) throws(GalleryError) -> GalleryAlbum {
        try searching { (run) throws(GalleryError) in
            let all = try GalleryError.store { () throws(StoreError) in try Self.ownAlbums(database) }
            guard let idea = all.first(where: { $0.name == name }) else { throw .unknownAlbum(name) }
            return try run.album(idea)
        }
    }

    /// Short, in one line, and such that it can stand in a query.
    static func albumName(_ name: String) throws(GalleryError) -> String {
        let trimmed = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard 1...100 ~= trimmed.unicodeScalars.count, !trimmed.contains("\"") else {
            throw .query(String(name.prefix(100)), reason: "a name has 1 to 100 characters, and no quotes")
        }
        return trimmed
    }

    private static func ownAlbums(_ database: Database) throws(StoreError) -> [AlbumIdea] {
        try database.query("SELECT id, name, query FROM smart_albums ORDER BY name") { (row) throws(StoreError) in
            AlbumIdea(id: "own-\(try row.integer(0))", name: try row.text(1), kind: .own, query: try row.text(2))
        }
    }
}

extension QueryRun {
    /// All that the gallery may show by itself.
    func ideas(now: Int) throws(StoreError) -> [AlbumIdea] {
        let places = try PhotoPlaces(database)
        var years: [Int] = []
        for month in months(index.alive) where years.last != month.year { years.append(month.year) }
        let atlas = places.photos.isEmpty ? nil : index.places?.atlas
        var ideas = [AlbumIdea.onThisDay(now)] + AlbumIdea.subjects
        if let atlas { ideas += places.mostCountries(PlaceGroups.most, atlas).map(AlbumIdea.country) }
        ideas += AlbumIdea.places(places.areas, atlas)
        return ideas + years.map(AlbumIdea.year) + AlbumIdea.colors
    }

    /// An album as it is now. One whose query no longer makes sense, because what it names is gone, is empty.
    func album(_ idea: AlbumIdea) throws(GalleryError) -> GalleryAlbum {
        var found = PhotoBits(slots: 0)
        do throws(GalleryError) {
            let plan = try planner.shown(try GalleryQuery.reading(idea.query))
            found = try GalleryError.store { () throws(StoreError) in try photos(plan) }
        } catch .query, .unknownAlbum, .unknownPhoto, .inference {
            found = PhotoBits(slots: 0)
        } catch {
            throw error
        }
        let cover = try GalleryError.store { () throws(StoreError) in
            let slot = try surest(of: idea.tag, among: found) ?? index.order.first { found.contains($0) }
            return try slot.map { (slot) throws(StoreError) in
                try PhotoFacts.read(index.ids[slot], from: database, index.corrections)?.photo
            }
        }
        return GalleryAlbum(
            id: idea.id, name: idea.name, kind: idea.kind, query: idea.query, count: found.count, cover: cover ?? nil)
    }

    /// The photo that has a tag most surely.
    private func surest(of tag: String?, among found: PhotoBits) throws(StoreError) -> Int? {
        guard let tag else { return nil }
        // Photos that were taken out since then stand among the first, but not all of them do.
        return try database.integers(
            """
            SELECT photo FROM photo_tags WHERE tag = (SELECT id FROM tags WHERE name = ?)
            ORDER BY confidence DESC LIMIT 100
            """, [.text(tag)]
        ).lazy.compactMap { index.slots[$0] }.first { found.contains($0) }
    }
}
