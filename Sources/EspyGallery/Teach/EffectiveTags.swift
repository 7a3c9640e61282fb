import EspyStore

/// The corrections of tags, by photo, for photos in the gallery.
struct TagCorrections {
    /// By tag name: ids of photos from which it was removed, or to which it was added.
    private(set) var removed: [String: Set<Int>] = [:]
    private(set) var added: [String: Set<Int>] = [:]

    /// All photos with corrections.
    var photos: Set<Int> {
        [removed, added].flatMap(\.values).reduce(into: []) { $0.formUnion($1) }
    }

    static func read(from database: Database) throws -> TagCorrections {
        var corrections = TagCorrections()
        let rows = try database.rows(
            "SELECT id, tag, is_right FROM corrections JOIN photos ON photos.digest = corrections.digest"
        ) { row in (try row.integer(0), try row.text(1), try row.integer(2)) }
        for (photo, tag, isRight) in rows {
            if isRight != 0 {
                corrections.added[tag, default: []].insert(photo)
            } else {
                corrections.removed[tag, default: []].insert(photo)
            }
        }
        return corrections
    }
}

/// The tags of one photo after all corrections: each once, most confident first.
enum EffectiveTags {
    static func read(
        _ photo: Int, from database: Database, _ corrections: TagCorrections
    ) throws -> [PhotoTag] {
        let rows = try database.rows(
            """
            SELECT name, category, confidence, source FROM photo_tags JOIN tags ON tags.id = tag
            WHERE photo = ? ORDER BY confidence DESC, name LIMIT 1000
            """, [.integer(photo)]
        ) { row in
            PhotoTag(
                name: try row.text(0), category: PhotoTag.Category(rawValue: try row.text(1)) ?? .own,
                confidence: try row.real(2), source: try row.text(3))
        }
        var seen = Set<String>()
        var tags: [PhotoTag] = []
        for (tag, photos) in corrections.added where photos.contains(photo) {
            let category = rows.first { $0.name == tag }?.category
            seen.insert(tag)
            tags.append(PhotoTag(name: tag, category: category ?? .own, confidence: 1, source: PhotoTag.Source.user))
        }
        tags.sort { $0.name < $1.name }
        for row in rows where corrections.removed[row.name]?.contains(photo) != true && seen.insert(row.name).inserted {
            tags.append(row)
        }
        return tags
    }
}

/// The user's verdict on a tag of a photo.
public enum TagVerdict: String, Sendable, Codable, CaseIterable {
    case right, wrong
    /// No verdict: models and files decide.
    case nothing
}

/// The stored corrections.
enum Corrections {
    static func verdict(_ digest: [UInt8], _ tag: String, in database: Database) throws -> TagVerdict {
        let known = try database.integers(
            "SELECT is_right FROM corrections WHERE digest = ? AND tag = ?", [.bytes(digest), .text(tag)])
        return known.first.map { $0 != 0 ? .right : .wrong } ?? .nothing
    }

    static func write(
        _ digest: [UInt8], _ tag: String, _ verdict: TagVerdict, _ time: Int, in database: Database
    ) throws {
        guard verdict == .nothing else { return try write(digest, tag, verdict == .right, time, in: database) }
        try database.execute("DELETE FROM corrections WHERE digest = ? AND tag = ?", [.bytes(digest), .text(tag)])
    }

    static func write(
        _ digest: [UInt8], _ tag: String, _ isRight: Bool, _ time: Int, in database: Database
    ) throws {
        try database.execute(
            "INSERT OR REPLACE INTO corrections (digest, tag, is_right, time) VALUES (?, ?, ?, ?)",
            [.bytes(digest), .text(tag), Parameter(isRight), .integer(time)])
        if isRight {
            try database.execute(
                "INSERT OR IGNORE INTO tags (name, category) VALUES (?, ?)",
                [.text(tag), .text(KnownTags.category(of: tag).rawValue)])
        }
    }
}
