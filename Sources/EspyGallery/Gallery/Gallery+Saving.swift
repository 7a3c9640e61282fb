import EspyCodecs
import EspyPixels
import EspyStore

extension Gallery {
    func hasPhoto(digest: [UInt8]) throws(GalleryError) -> Bool {
        try use { database in try photo(digest: digest) != nil }
    }

    /// Saves files in one transaction: either all of them are kept, or none.
    func save(_ files: [IndexedFile]) throws(GalleryError) -> SavedBatch {
        // The pictures first: no row may refer to what is not on the disk.
        let start = packWriter?.end ?? 0
        do throws(GalleryError) {
            return try use { database in
                var places: [Int: Int] = [:]
                for (index, file) in files.enumerated() {
                    if case .new(let photo) = file.outcome, let picture = photo.picture {
                        places[index] = try packWriter?.append(picture.thumbnail.bytes)
                    }
                }
                if !places.isEmpty { try packWriter?.sync() }
                return try database.change {
                    let folders = try folderPaths()
                    var (saved, writer) = (SavedBatch(), try PhotoWriter(database))
                    for (index, file) in files.enumerated() {
                        guard let folder = folders.holder(of: file.file.path) else { continue }
                        try save(file, in: folder, thumbnail: places[index], &writer, &saved)
                    }
                    return saved
                }
            }
        } catch {
            packWriter?.rewind(to: start)
            throw error
        }
    }

    private func save(
        _ file: IndexedFile, in folder: FolderPaths.Folder, thumbnail: Int?, _ writer: inout PhotoWriter,
        _ saved: inout SavedBatch
    ) throws {
        if !file.outcome.isUnsettled {
            try keep(file.sidecarProblems, of: file.file, in: folder.id)
            saved.failed += file.sidecarProblems.count
        }
        switch file.outcome {
        case .unsettled: break
        case .problem(let reason):
            try keep(file.file, in: folder.id, photo: nil, problem: reason)
            saved.failed += 1
        case .problemElsewhere(let reason):
            try database.execute(
                "INSERT OR IGNORE INTO files (folder, path, size, modified, problem) VALUES (?, ?, 0, 0, ?)",
                [.integer(folder.id), .text(file.file.path), .text(reason)])
            saved.failed += 1
        case .known(let digest, let facts):
            // Gone since: the next run finds the file again.
            guard let id = try photo(digest: digest) else { return }
            let before = try photo(inFile: file.file.path)
            try keep(file.file, in: folder.id, photo: id, problem: damage(of: id))
            try keep(facts.metadata, facts.taken, of: id, &writer)
            try carryOver(from: before, to: id)
            try GalleryText.write(photo: id, to: database)
            if before == id { saved.reread += 1 } else { saved.linked += 1 }
        case .new(let new):
            let known = try photo(digest: new.digest)
            let before = try photo(inFile: file.file.path)
            let id =
                if let known { known } else { try writer.insert(new, path: file.file.path, in: folder.path) }
            try keep(file.file, in: folder.id, photo: id, problem: new.damage)
            if let thumbnail, let picture = new.picture { try keep(picture, at: thumbnail, of: id) }
            if known != nil {
                // Who looks at the picture again did not look beside it.
                if file.file.sidecars != nil { try keep(new.metadata, new.taken, of: id, &writer) }
                if let analysis = new.analysis, let origin = new.origin {
                    try writer.replace(with: analysis, by: origin, of: id)
                }
            }
            try carryOver(from: before, to: id)
            if known != nil { try GalleryText.write(photo: id, to: database) }
            if known == nil { saved.added += 1 } else { saved.linked += 1 }
        }
    }

    private func keep(_ file: FoundFile, in folder: Int, photo: Int?, problem: String?) throws {
        try database.execute(
            """
            INSERT INTO files (folder, path, photo, size, modified, problem, sidecars) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET folder = excluded.folder, photo = excluded.photo, size = excluded.size,
                modified = excluded.modified, problem = excluded.problem,
                sidecars = coalesce(excluded.sidecars, sidecars)
            """,
            [
                .integer(folder), .text(file.path), Parameter(photo), .integer(file.size), .integer(file.modified),
                Parameter(problem), Parameter(file.sidecarState),
            ])
    }

    /// Keeps which sidecars of a file cannot be read, and forgets those that could not be read before.
    private func keep(_ problems: [GalleryProblem], of file: FoundFile, in folder: Int) throws {
        for sidecar in file.sidecars ?? [] {
            if let problem = problems.first(where: { $0.path == sidecar.path }) {
                try keep(sidecar, in: folder, photo: nil, problem: problem.reason)
            } else {
                try database.execute(
                    "DELETE FROM files WHERE path = ? AND photo IS NULL", [.text(sidecar.path)])
            }
        }
    }

    /// Keeps what a file that has a photo says of it.
    private func keep(
        _ metadata: PhotoMetadata, _ taken: TakenTime, of photo: Int, _ writer: inout PhotoWriter
    ) throws {
        let files = try database.integers("SELECT count(*) FROM files WHERE photo = ?", [.integer(photo)]).first ?? 0
        try writer.write(metadata, of: photo, isOnly: files < 2)
        if files < 2 {
            try write(taken, of: photo)
        } else {
            try keep(taken, of: photo)
        }
    }

    private func write(_ taken: TakenTime, of photo: Int) throws {
        try database.execute(
            "UPDATE photos SET taken = ?, taken_source = ?, taken_detail = ? WHERE id = ?",
            [
                .integer(taken.seconds), .text(taken.source.rawValue), Parameter(taken.time.detail?.rawValue),
                .integer(photo),
            ])
    }

    /// What is wrong with the files of a photo that is shown all the same: they are alike to the last byte.
    private func damage(of photo: Int) throws -> String? {
        try database.rows(
            "SELECT problem FROM files WHERE photo = ? AND problem IS NOT NULL LIMIT 1", [.integer(photo)]
        ) { try $0.text(0) }.first
    }

    private func photo(digest: [UInt8]) throws -> Int? {
        try database.rows("SELECT id FROM photos WHERE digest = ?", [.bytes(digest)]) { try $0.integer(0) }.first
    }

    private func photo(inFile path: String) throws -> Int? {
        try database.rows("SELECT photo FROM files WHERE path = ?", [.text(path)]) { try $0.optionalInteger(0) }.first
            ?? nil
    }

    /// The surest time counts; of several as sure ones the first, for copies are made later.
    private func keep(_ taken: TakenTime, of photo: Int) throws {
        let order = TakenTime.Source.allCases
        let surer = order.prefix { $0 != taken.source }.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        try database.execute(
            """
            UPDATE photos SET taken = ?1, taken_source = ?2, taken_detail = ?4
            WHERE id = ?3 AND taken_source NOT IN (\(surer)) AND (taken_source <> ?2 OR taken > ?1)
            """,
            [
                .integer(taken.seconds), .text(taken.source.rawValue), .integer(photo),
                Parameter(taken.time.detail?.rawValue),
            ])
    }

    private func keep(_ picture: SmallPicture, at offset: Int, of photo: Int) throws {
        let thumbnail = picture.thumbnail
        try database.execute(
            "INSERT OR REPLACE INTO thumbnails (photo, pack, offset, length, width, height) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(photo), .integer(packWriter?.number ?? 0), .integer(offset), .integer(thumbnail.bytes.count),
                .integer(thumbnail.width), .integer(thumbnail.height),
            ])
        try database.execute(
            "UPDATE photos SET placeholder = ? WHERE id = ?", [.bytes(picture.placeholder), .integer(photo)])
    }

    /// A file that was edited holds another photo than before, by its bytes; to the person it is the same. What they said
    /// of it goes along, where the new photo shows the same shot: another photo may have got the old name.
    ///
    /// - Parameters:
    ///   - old: the photo that was in the file until now.
    ///   - new: the one that is, analyzed if it will be.
    func carryOver(from old: Int?, to new: Int) throws {
        guard let old, old != new, let before = try look(of: old), let after = try look(of: new) else { return }
        guard before.isEdited(into: after) else { return }
        for (table, columns) in [("corrections", "tag, is_right, time"), ("ratings", "rating, time")] {
            try database.execute(
                """
                INSERT OR IGNORE INTO \(table) (digest, \(columns))
                SELECT (SELECT digest FROM photos WHERE id = ?), \(columns) FROM \(table)
                WHERE digest = (SELECT digest FROM photos WHERE id = ?)
                """, [.integer(new), .integer(old)])
        }
        try Ratings.apply(to: new, in: database)
    }

    private func look(of photo: Int) throws -> PhotoLook? {
        try database.rows(
            """
            SELECT fingerprint, width, height, taken, iif(taken_detail IS NULL, taken_source, ''), camera FROM photos
            WHERE id = ?
            """, [.integer(photo)]
        ) { row in
            PhotoLook(
                id: photo, fingerprint: UInt64(bitPattern: Int64(try row.optionalInteger(0) ?? 0)),
                width: try row.integer(1), height: try row.integer(2),
                taken: min(max(try row.integer(3), -1 << 40), 1 << 40), isTimeSure: try row.text(4) == "exif",
                camera: try row.optionalText(5))
        }.first
    }
}

/// What saving some files came to.
struct SavedBatch: Sendable {
    var added = 0
    var linked = 0
    var reread = 0
    var failed = 0
}

extension PhotoLook {
    /// Whether the other may have been made of this one: of the same moment by the camera's clock, or so alike that it is
    /// the same shot. Cropping changes the look, and not the moment; many editors keep that.
    fileprivate func isEdited(into other: PhotoLook) -> Bool {
        if isTimeSure, other.isTimeSure { return taken == other.taken && camera == other.camera }
        guard fingerprint != 0, other.fingerprint != 0 else { return false }
        return PerceptualHash.leastDistance(fingerprint, other.fingerprint) <= HashPairs.mostBits
    }
}
