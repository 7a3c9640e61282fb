import EspyStore

extension Gallery {
    /// Says of a photo that a tag is right or wrong. It stays so when the photo is tagged again, is moved, or leaves
    /// and comes back; saying the opposite later overrides it. A tag that is new here gets the category `own`.
    ///
    /// - Throws: ``GalleryError/unknownPhoto(_:)``; ``GalleryError/teaching(_:)`` for a name that cannot be a tag.
    public func correct(_ photo: Int, tag: String, isRight: Bool, now: Int) throws(GalleryError) {
        try say(isRight ? .right : .wrong, of: tag, on: [photo], now: now)
    }

    /// Takes back what was said of a tag of a photo: what the models say counts again.
    public func takeBack(_ photo: Int, tag: String, now: Int) throws(GalleryError) {
        try say(.nothing, of: tag, on: [photo], now: now)
    }

    /// Says the same of a tag of several photos, as one change: of all of them or, when one is unknown, of none.
    ///
    /// - Returns: what was said before, with the photos it was said of; saying that again undoes the change.
    /// - Throws: as ``correct(_:tag:isRight:now:)``.
    @discardableResult
    public func say(
        _ verdict: TagVerdict, of tag: String, on photos: [Int], now: Int
    ) throws(GalleryError) -> [TagVerdict: [Int]] {
        let tag = try Self.tagName(tag)
        let before = try change { (database) throws(GalleryError) in
            var before: [TagVerdict: [Int]] = [:]
            for photo in Set(photos).sorted() {
                let digest = try digest(of: photo)
                let known = try GalleryError.store { () throws(StoreError) in
                    let known = try Corrections.verdict(digest, tag, in: database)
                    try Corrections.write(digest, tag, verdict, now, in: database)
                    try GalleryText.markChanged(photo, in: database)
                    return known
                }
                before[known, default: []].append(photo)
            }
            return before
        }
        try learnAgain(tag, now: now)
        noteSaid()
        return before
    }

    /// The tags of a photo after all that people said of them: each once, surest first.
    public func tags(of photo: Int) throws(GalleryError) -> [PhotoTag] {
        try searching { (run) throws(GalleryError) in
            guard run.index.slots[photo] != nil else { throw .unknownPhoto("\(photo)") }
            return try GalleryError.store { () throws(StoreError) in
                try EffectiveTags.read(photo, from: run.database, run.index.corrections)
            }
        }
    }

    func digest(of photo: Int) throws(GalleryError) -> [UInt8] {
        let found = try use { (database) throws(StoreError) in
            try database.query("SELECT digest FROM photos WHERE id = ?", [.integer(photo)]) {
                (row) throws(StoreError) in try row.bytes(0)
            }
        }
        guard let digest = found.first else { throw .unknownPhoto("\(photo)") }
        return digest
    }

    /// In small letters, with single blanks.
    static func tagName(_ name: String) throws(GalleryError) -> String {
        let words = name.prefix(1_000).lowercased().split { $0.isWhitespace }.joined(separator: " ")
        guard 1...60 ~= words.unicodeScalars.count, !words.contains("\""), words.contains(where: \.isLetter) else {
            throw .teaching("a tag has 1 to 60 characters, a letter among them, and no quotes")
        }
        return words
    }
}

/// What a person says of a tag of a photo.
public enum TagVerdict: String, Sendable, Codable, CaseIterable {
    case right, wrong
    /// What models and files say counts.
    case nothing
}

/// What people said, as it is kept.
enum Corrections {
    static func verdict(_ digest: [UInt8], _ tag: String, in database: Database) throws(StoreError) -> TagVerdict {
        let known = try database.integers(
            "SELECT is_right FROM corrections WHERE digest = ? AND tag = ?", [.bytes(digest), .text(tag)])
        return known.first.map { $0 != 0 ? .right : .wrong } ?? .nothing
    }

    static func write(
        _ digest: [UInt8], _ tag: String, _ verdict: TagVerdict, _ time: Int, in database: Database
    ) throws(StoreError) {
        guard verdict == .nothing else { return try write(digest, tag, verdict == .right, time, in: database) }
        try database.execute("DELETE FROM corrections WHERE digest = ? AND tag = ?", [.bytes(digest), .text(tag)])
    }

    static func write(
        _ digest: [UInt8], _ tag: String, _ isRight: Bool, _ time: Int, in database: Database
    ) throws(StoreError) {
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
