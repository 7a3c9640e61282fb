import EspyCodecs
package import EspyStore

/// Keeps the search data up to date. Code that writes photos calls this in the same transaction.
package enum GalleryText {
    /// Call this after writing a photo, its files, tags, colors or embedding: writes its words, applies taught tags,
    /// and makes searching processes read it again.
    package static func write(photo: Int, to database: Database) throws(StoreError) {
        do {
            try writeWords(photo, to: database)
            try Ratings.apply(to: photo, in: database)
            try TaughtTags.apply(to: photo, in: database)
            try markChanged(photo, in: database)
        } catch let error as StoreError {
            throw error
        } catch {
            throw .statement("\(error)")
        }
    }

    /// Call this when a photo is deleted.
    static func remove(photo: Int, from database: Database) throws {
        try database.execute("DELETE FROM photo_words WHERE rowid = ?", [.integer(photo)])
        try markChanged(photo, in: database)
    }

    /// Makes all searching processes, including this one, read a photo again.
    static func markChanged(_ photo: Int, in database: Database) throws {
        try database.execute(
            """
            INSERT OR REPLACE INTO photo_changes (photo, number)
            VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM photo_changes))
            """, [.integer(photo)])
    }

    /// Makes them read all photos again. No photo has the id 0.
    static func markAllChanged(in database: Database) throws { try markChanged(0, in: database) }

    private static func writeWords(_ photo: Int, to database: Database) throws {
        let said = try database.rows(
            "SELECT title, description, camera, lens, text, people, location, notes FROM photos WHERE id = ?",
            [.integer(photo)]
        ) { row in
            var texts = try (0..<8).map { column in try row.optionalText(column) ?? "" }
            let people = texts[5].split(separator: "\n").map(String.init)
            texts[5] = try FaceRows.names(in: photo, said: people, from: database).joined(separator: "\n")
            return texts
        }
        let codes = try PhotoCode.read(photo, from: database)
        let names = try PhotoPaths.read(photo, from: database)
        try database.execute("DELETE FROM photo_words WHERE rowid = ?", [.integer(photo)])
        if let said = said.first { try insertWords(photo, names, said, codes, to: database) }
    }

    /// Inserts the words of a photo that has none yet.
    static func insert(
        _ id: Int, _ photo: IndexedPhoto, _ names: PhotoPaths, to database: Database
    ) throws {
        let (metadata, analysis) = (photo.metadata, photo.analysis)
        let said = [
            metadata.title, metadata.description, metadata.camera, metadata.lens, analysis?.text,
            metadata.people?.joined(separator: "\n"), metadata.location, metadata.notes?.joined(separator: "\n"),
        ]
        try insertWords(id, names, said.map { $0 ?? "" }, analysis?.codes ?? [], to: database)
    }

    /// - Parameter said: title, description, camera, lens, the text on it, and other texts in the file: people, place,
    ///   notes.
    private static func insertWords(
        _ photo: Int, _ names: PhotoPaths, _ said: [String], _ codes: [PhotoCode], to database: Database
    ) throws {
        let columns = [
            names.files.flatMap { GalleryWords.ofName($0) }, names.folders.flatMap { GalleryWords.ofName($0) },
            GalleryWords.of(said[0]), ([said[1]] + said[5...]).flatMap { GalleryWords.of($0) },
            GalleryWords.of(said[2]) + GalleryWords.of(said[3]),
            GalleryWords.of(TextPieces.joiningLines(said[4])), codes.flatMap { GalleryWords.of($0.value) },
        ]
        try database.execute(
            """
            INSERT INTO photo_words (rowid, name, folder, title, description, camera, text, code)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, [.integer(photo)] + columns.map { .text(TextPieces.of($0).joined(separator: " ")) })
    }

    /// Writes the words of all photos if there are none: in a gallery of another version that split words differently.
    static func fill(_ database: Database) throws {
        guard try !hasWords(database), try !database.integers("SELECT 1 FROM photos LIMIT 1").isEmpty else { return }
        try database.change {
            // Another process may have done it already.
            guard try !hasWords(database) else { return }
            for photo in try database.integers("SELECT id FROM photos") { try writeWords(photo, to: database) }
            try markAllChanged(in: database)
        }
    }

    private static func hasWords(_ database: Database) throws -> Bool {
        try !database.integers("SELECT rowid FROM photo_words LIMIT 1").isEmpty
    }
}

/// The names of a photo's files.
struct PhotoPaths {
    /// Without their endings.
    private(set) var files: [String] = []
    /// Relative to the added folder; what is above is the same for all photos.
    private(set) var folders: [String] = []

    init() {}

    /// The names of one file.
    init(_ path: String, in folder: String) { add(path, in: folder) }

    static func read(_ photo: Int, from database: Database) throws -> PhotoPaths {
        var names = PhotoPaths()
        let paths = try database.rows(
            "SELECT files.path, folders.path FROM files JOIN folders ON folders.id = folder WHERE photo = ? LIMIT 100",
            [.integer(photo)]
        ) { row in (try row.text(0), try row.text(1)) }
        for (path, folder) in paths { names.add(path, in: folder) }
        return names
    }

    private mutating func add(_ path: String, in folder: String) {
        let top = folder.split(separator: "/").last.map(String.init) ?? ""
        let rest = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
        var parts = rest.split(separator: "/").map(String.init)
        guard let file = parts.popLast() else { return }
        let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
        files.append(name.isEmpty ? file : String(name))
        folders.append(([top] + parts).joined(separator: "/"))
    }
}
