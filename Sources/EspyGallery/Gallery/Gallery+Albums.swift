import EspyBase
import EspyInference
import EspyStore

extension Gallery {
    /// All smart albums: saved ones, then automatic ones, which are left out when empty. Albums are queries, so they
    /// are always up to date.
    ///
    /// - Parameter now: seconds since 1970 by the local clock, which decides the day of "on this day".
    public func albums(now: Int) throws(GalleryError) -> [GalleryAlbum] {
        try searching { run in
            var albums: [GalleryAlbum] = []
            for idea in try Self.ownAlbums(database) { albums.append(try run.album(idea)) }
            for idea in try run.ideas(now: now) {
                let album = try run.album(idea)
                if album.count > 0 { albums.append(album) }
            }
            return albums
        }
    }

    /// Saves a query under a name, replacing the query of an album with that name.
    ///
    /// - Throws: ``GalleryError/query(_:reason:)`` for an invalid query or name.
    @discardableResult
    public func saveAlbum(_ name: String, query: String, now: Int) throws(GalleryError) -> GalleryAlbum {
        let name = try Self.albumName(name)
        _ = try GalleryQuery.reading(query)
        _ = try use { database in
            try database.execute(
                """
                INSERT INTO smart_albums (name, query, created) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET query = excluded.query
                """, [.text(name), .text(query), .integer(now)])
        }
        noteUserData()
        return try album(name)
    }

    /// - Throws: ``GalleryError/unknownAlbum(_:)``; ``GalleryError/query(_:reason:)`` when the new name is in use.
    @discardableResult
    public func renameAlbum(_ name: String, to newName: String) throws(GalleryError) -> GalleryAlbum {
        let newName = try Self.albumName(newName)
        let taken = try use { database in try QueryPlanner.query(ofAlbum: newName, in: database) }
        guard name == newName || taken == nil else {
            throw .query(newName, reason: "another album has this name")
        }
        let count = try use { database in
            try database.execute("UPDATE smart_albums SET name = ? WHERE name = ?", [.text(newName), .text(name)])
        }
        guard count > 0 else { throw .unknownAlbum(name) }
        noteUserData()
        return try album(newName)
    }

    /// Deletes a saved album; its photos stay.
    public func deleteAlbum(_ name: String) throws(GalleryError) {
        let count = try use { database in
            try database.execute("DELETE FROM smart_albums WHERE name = ?", [.text(name)])
        }
        guard count > 0 else { throw .unknownAlbum(name) }
        noteUserData()
    }

    private func album(_ name: String) throws(GalleryError) -> GalleryAlbum {
        try searching { run in
            guard let idea = try Self.ownAlbums(database).first(where: { $0.name == name }) else {
                throw GalleryError.unknownAlbum(name)
            }
            return try run.album(idea)
        }
    }

    /// Short, on one line, and usable in a query.
    static func albumName(_ name: String) throws(GalleryError) -> String {
        let trimmed = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard 1...100 ~= trimmed.unicodeScalars.count, !trimmed.contains("\"") else {
            throw .query(String(name.prefix(100)), reason: "a name has 1 to 100 characters, and no quotes")
        }
        return trimmed
    }

    private static func ownAlbums(_ database: Database) throws -> [AlbumIdea] {
        try database.rows("SELECT id, name, query FROM smart_albums ORDER BY name") { row in
            AlbumIdea(id: "own-\(try row.integer(0))", name: try row.text(1), kind: .own, query: try row.text(2))
        }
    }
}

/// A named query, whose photos are always up to date.
public struct GalleryAlbum: Sendable, Equatable, Codable, Identifiable {
    /// The source of an album.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Saved by the user.
        case own
        /// Photos of this day in other years.
        case memories
        /// Photos of a subject, or of a kind of picture.
        case subject
        /// Photos of a person whom the user named.
        case person
        case place, year, color
    }

    /// Stable as long as the album exists.
    public let id: String
    public let name: String
    public let kind: Kind
    public let query: String
    /// Photos and videos in it.
    public let count: Int
    /// Videos in it.
    public let videos: Int
    /// The photo that most surely belongs to it; the newest one unless it is about a subject.
    public let cover: GalleryPhoto?
}

extension QueryRun {
    /// All albums that the gallery may show automatically.
    func ideas(now: Int) throws -> [AlbumIdea] {
        let places = try PhotoPlaces(database)
        var years: [Int] = []
        for month in months(index.alive) where years.last != month.year { years.append(month.year) }
        let atlas = places.photos.isEmpty ? nil : index.places?.atlas
        var ideas = [AlbumIdea.onThisDay(now)] + (try AlbumIdea.people(database)) + AlbumIdea.subjects
        if let atlas { ideas += places.mostCountries(PlaceGroups.most, atlas).map(AlbumIdea.country) }
        ideas += AlbumIdea.places(places.areas, atlas)
        return ideas + years.map(AlbumIdea.year) + AlbumIdea.colors
    }

    /// The current state of an album. It is empty if its query is no longer valid because something it names is gone, or
    /// if it is about a subject that no photo shows for sure.
    func album(_ idea: AlbumIdea) throws -> GalleryAlbum {
        var found = PhotoBits(slots: 0)
        do {
            found = try photos(planner.shown(GalleryQuery.reading(idea.query)))
        } catch GalleryError.query, GalleryError.unknownAlbum, GalleryError.unknownPhoto, is InferenceError {
            found = PhotoBits(slots: 0)
        }
        let slot = try coverSlot(of: idea.tag, among: found)
        if slot == nil { found = PhotoBits(slots: 0) }
        let cover = try slot.flatMap { try PhotoFacts.read(index.ids[$0], from: database, index.corrections)?.photo }
        return GalleryAlbum(
            id: idea.id, name: idea.name, kind: idea.kind, query: idea.query, count: found.count,
            videos: try videos(found), cover: cover)
    }

    /// The number of videos among photos.
    func videos(_ found: PhotoBits) throws -> Int { found.countOfIntersection(try photos(.filter(.kind(.video)))) }

    /// The photo that most surely has a tag; without a tag, or if no photo has it, the newest one. Nil if all are in doubt.
    private func coverSlot(of tag: String?, among found: PhotoBits) throws -> Int? {
        var found = found
        if let tag {
            let isTagged = "SELECT p.photo FROM photo_tags p WHERE p.tag = (SELECT id FROM tags WHERE name = ?1)"
            // Photos removed since may be among the first, but not all of them are. Nothing speaks against a tag where no
            // kinds are known. Two sources that agree are surer than one.
            let surest = try database.integers(
                """
                \(isTagged) AND (p.confidence >= ?2 OR EXISTS (
                    SELECT 1 FROM photo_likely l JOIN likely_things t ON t.id = l.thing
                    WHERE t.name = ?1 AND l.photo = p.photo AND l.percent >= ?3)
                    OR NOT EXISTS (SELECT 1 FROM photo_likely l WHERE l.photo = p.photo))
                GROUP BY p.photo ORDER BY sum(p.confidence) DESC LIMIT 100
                """, [.text(tag), .real(Self.sure), .integer(Int(100 * LikelyThing.worthTelling))])
            if let slot = surest.lazy.compactMap({ index.slots[$0] }).first(where: found.contains) { return slot }
            let doubtful = try database.integers(isTagged, [.text(tag)]).compactMap { index.slots[$0] }
            found.subtract(PhotoBits(slots: index.ids.count, doubtful))
        }
        return index.order.first { found.contains($0) }
    }

    /// Below this confidence, the kinds of things on a photo must agree with a tag. Of the photos kept for validation that
    /// were tagged as nature and fail this, ten of eleven had no such label.
    private static let sure = 0.9
}

/// A candidate for an album.
struct AlbumIdea {
    let id: String
    let name: String
    let kind: GalleryAlbum.Kind
    let query: String
    /// The tag whose most confident photo is the cover; nil for the newest photo.
    var tag: String?

    /// Candidates in every gallery, shown where they are not empty.
    static let subjects: [AlbumIdea] = [
        subject("Animals", "category:animals OR tag:animal", tag: "animal"),
        subject("Nature", "category:nature OR tag:nature", tag: "nature"),
        subject("People", "category:people OR tag:person", tag: "person"),
        subject("Food", "category:food OR tag:food", tag: "food"),
        subject("Vehicles", "category:vehicles OR tag:vehicle", tag: "vehicle"),
        subject("Buildings", "category:buildings OR tag:building", tag: "building"),
        subject("Sport", "category:sport OR tag:sport", tag: "sport"),
        // Text also appears on signs and packages.
        subject("Documents", "kind:document OR tag:document", tag: "document"),
        subject("Screenshots", "kind:screenshot"),
        subject("Panoramas", "kind:panorama"),
        subject("Videos", "kind:video"),
    ]

    private static func subject(_ name: String, _ query: String, tag: String? = nil) -> AlbumIdea {
        AlbumIdea(id: name.lowercased(), name: name, kind: .subject, query: query, tag: tag)
    }

    static func people(_ database: Database) throws -> [AlbumIdea] {
        try database.rows("SELECT id, name FROM people WHERE name IS NOT NULL AND NOT is_hidden ORDER BY name") { row in
            let name = try row.text(1)
            return AlbumIdea(
                id: "person-\(try row.integer(0))", name: name, kind: .person,
                query: GalleryQuery.Filter.person(name).description)
        }
    }

    static let colors: [AlbumIdea] = ColorName.allCases.map { color in
        let name = color.rawValue
        return AlbumIdea(
            id: "color-\(name)", name: name.prefix(1).uppercased() + name.dropFirst(), kind: .color,
            query: "color:\(name)")
    }

    static func year(_ year: Int) -> AlbumIdea {
        AlbumIdea(id: "year-\(year)", name: "\(year)", kind: .year, query: "date:\(year)")
    }

    /// This day in previous years.
    static func onThisDay(_ now: Int) -> AlbumIdea {
        let date = CivilDay.date(of: now)
        let day = GalleryDates.yearly(month: date.month, day: date.day)
        return AlbumIdea(
            id: "on-this-day", name: "On this day", kind: .memories, query: "date:\(day) before:\(date.year)")
    }

    static func country(_ country: Atlas.Country) -> AlbumIdea {
        AlbumIdea(
            id: "country-\(country.code)", name: country.name, kind: .place,
            query: GalleryQuery.Filter.place(country.name).description)
    }

    /// Places are named after their cities, or by their coordinates where no city is known. Places in the same city
    /// share an album.
    static func places(_ areas: [GalleryArea], _ atlas: Atlas?) -> [AlbumIdea] {
        let named = areas.map { area in
            (area: area, name: atlas?.city(latitude: area.latitude, longitude: area.longitude)?.name ?? degrees(area))
        }
        let albums = Dictionary(grouping: named, by: \.name)
        return named.compactMap { area, name in
            guard let parts = albums[name], parts[0].area == area else { return nil }
            let query = parts.map { "near:\($0.area.description)" }.joined(separator: " OR ")
            return AlbumIdea(id: "place-\(area.description)", name: name, kind: .place, query: query)
        }
    }

    private static func degrees(_ area: GalleryArea) -> String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            let hundredths = Int((abs(value) * 100).rounded())
            let digits = "\(hundredths % 100)"
            let fraction = digits.count < 2 ? "0" + digits : digits
            return "\(hundredths / 100).\(fraction)° \(value < 0 ? negative : positive)"
        }
        return degrees(area.latitude, "N", "S") + ", " + degrees(area.longitude, "E", "W")
    }
}
