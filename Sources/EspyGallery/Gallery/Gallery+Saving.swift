import EspyCodecs
import EspyPixels
import EspyStore

extension Gallery {
    func hasPhoto(digest: [UInt8]) throws(GalleryError) -> Bool {
        try use { database in try photo(digest: digest) != nil }
    }

    /// Saves files in one transaction.
    func save(_ files: [IndexedFile]) throws(GalleryError) -> SavedBatch {
        // Pictures first: no row may refer to something that is not on the disk.
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
        case .companion: try keep(file.file, in: folder.id, photo: nil, problem: nil)
        case .problem(let reason):
            try keep(file.file, in: folder.id, photo: nil, problem: reason)
            saved.failed += 1
        case .problemElsewhere(let reason):
            try database.execute(
                "INSERT OR IGNORE INTO files (folder, path, size, modified, problem) VALUES (?, ?, 0, 0, ?)",
                [.integer(folder.id), .text(file.file.path), .text(reason)])
            saved.failed += 1
        case .known(let digest, let facts):
            // It is gone: the next run finds the file again.
            guard let id = try photo(digest: digest) else { return }
            let before = try photo(inFile: file.file.path)
            try keep(file.file, in: folder.id, photo: id, problem: damage(of: id))
            try keep(facts.metadata, facts.taken, of: id, &writer)
            try carryOver(from: before, to: id)
            try GalleryText.write(photo: id, to: database)
            if before == id { saved.reread += 1 } else { saved.linked += 1 }
        case .faces(let faces, let digest, let model, let named):
            guard let id = try photo(digest: digest) else { return }
            // Photos that were indexed before people could be recognized.
            try database.execute(
                "UPDATE photos SET regions = coalesce(?, regions) WHERE id = ?",
                [Parameter(FaceRegion.stored(named)), .integer(id)])
            try keep(faces, model: model, of: id)
        case .new(let new):
            let known = try photo(digest: new.digest)
            let before = try photo(inFile: file.file.path)
            let id =
                if let known { known } else { try writer.insert(new, path: file.file.path, in: folder.path) }
            try keep(file.file, in: folder.id, photo: id, problem: new.damage)
            if let thumbnail, let picture = new.picture { try keep(picture, at: thumbnail, of: id) }
            if known != nil {
                // Analyzing a photo again does not look for sidecars.
                if file.file.sidecars != nil { try keep(new.metadata, new.taken, of: id, &writer) }
                if let analysis = new.analysis, let origin = new.origin {
                    try writer.replace(with: analysis, by: origin, of: id)
                }
            }
            try keep(new.analysis?.faces, model: new.origin?.faceModel, of: id)
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

    /// Records which sidecars of a file cannot be read, replacing earlier records.
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

    /// Saves the metadata in a file of a known photo.
    private func keep(
        _ metadata: PhotoMetadata, _ taken: CaptureTime, of photo: Int, _ writer: inout PhotoWriter
    ) throws {
        let files = try database.integers("SELECT count(*) FROM files WHERE photo = ?", [.integer(photo)]).first ?? 0
        try writer.write(metadata, of: photo, isOnly: files < 2)
        if files < 2 {
            try write(taken, of: photo)
        } else {
            try keep(taken, of: photo)
        }
    }

    private func write(_ taken: CaptureTime, of photo: Int) throws {
        try database.execute(
            "UPDATE photos SET taken = ?, taken_source = ?, taken_detail = ? WHERE id = ?",
            [
                .integer(taken.seconds), .text(taken.source.rawValue), Parameter(taken.time.detail?.rawValue),
                .integer(photo),
            ])
    }

    /// The damage to the files of a photo that can be shown anyway; all of them have the same bytes.
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

    /// The most reliable time counts; of equally reliable ones the earliest, because copies are made later.
    private func keep(_ taken: CaptureTime, of photo: Int) throws {
        let order = CaptureTime.Source.allCases
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
}

/// The result of saving some files.
struct SavedBatch: Sendable {
    var added = 0
    var linked = 0
    var reread = 0
    var failed = 0
}

/// Writes photos and their analyses, each row once: archives contain a million of them. Valid for one transaction.
private struct PhotoWriter {
    private let database: Database
    /// Tags used so far, by name.
    private var tags: [String: (id: Int, isKeyword: Bool)] = [:]
    /// Likely things used so far, by name.
    private var things: [String: Int] = [:]
    /// Whether there are ratings, corrections or taught tags that may apply to these photos.
    private let isRated: Bool
    private let isTaught: Bool

    init(_ database: Database) throws {
        self.database = database
        isRated = try !database.integers("SELECT 1 FROM ratings LIMIT 1").isEmpty
        isTaught = try !database.integers("SELECT 1 FROM taught_tags LIMIT 1").isEmpty
    }

    /// Inserts a new photo.
    ///
    /// - Parameters:
    ///   - path: of its first file.
    ///   - folder: the added folder that contains it.
    /// - Returns: the id of the photo.
    mutating func insert(_ photo: IndexedPhoto, path: String, in folder: String) throws -> Int {
        let id = try insertRow(photo)
        try insert(keywords: photo.metadata.keywords, of: id)
        if let analysis = photo.analysis, let origin = photo.origin { try insert(analysis, by: origin, of: id) }
        try GalleryText.insert(id, photo, PhotoPaths(path, in: folder), to: database)
        if isRated { try Ratings.apply(to: id, in: database) }
        if isTaught { try TaughtTags.apply(to: id, in: database) }
        try GalleryText.markChanged(id, in: database)
        return id
    }

    private mutating func insert(keywords: [String], of photo: Int) throws {
        for keyword in Set(keywords.map { $0.lowercased() }).sorted() {
            try insert(
                PhotoTag(name: keyword, category: .keyword, confidence: 1, source: PhotoTag.Source.metadata), of: photo)
        }
    }

    /// Writes the metadata of an existing photo's file and sidecars.
    ///
    /// - Parameter isOnly: whether no other file has the photo: then earlier metadata is deleted. Otherwise the other
    ///   files may contain what this one does not.
    mutating func write(_ metadata: PhotoMetadata, of photo: Int, isOnly: Bool) throws {
        let said: [(String, Parameter)] = [
            ("latitude", Parameter(metadata.latitude)), ("longitude", Parameter(metadata.longitude)),
            ("camera", Parameter(metadata.camera)), ("lens", Parameter(metadata.lens)),
            ("file_rating", Parameter(metadata.rating)), ("title", Parameter(metadata.title)),
            ("description", Parameter(metadata.description)), ("people", Parameter(metadata.people?.lines)),
            ("location", Parameter(metadata.location)), ("notes", Parameter(metadata.notes?.lines)),
            ("regions", Parameter(FaceRegion.stored(metadata.faces))),
        ]
        if isOnly || metadata.faces != nil {
            // They may have other names now.
            try database.execute(
                "UPDATE faces SET is_new = 1 WHERE photo = ?1 AND (SELECT regions FROM photos WHERE id = ?1) IS NOT ?2",
                [.integer(photo), Parameter(FaceRegion.stored(metadata.faces))])
        }
        let values = said.enumerated().map { place, column in
            "\(column.0) = " + (isOnly ? "?\(place + 2)" : "coalesce(?\(place + 2), \(column.0))")
        }
        try database.execute(
            "UPDATE photos SET \(values.joined(separator: ", ")) WHERE id = ?1", [.integer(photo)] + said.map(\.1))
        if isOnly {
            try database.execute(
                "DELETE FROM photo_tags WHERE photo = ? AND source = ?",
                [.integer(photo), .text(PhotoTag.Source.metadata)])
        }
        try insert(keywords: metadata.keywords, of: photo)
    }

    private func insertRow(_ photo: IndexedPhoto) throws -> Int {
        let metadata = photo.metadata
        let analysis = photo.origin == nil ? nil : photo.analysis
        // Without an analysis, the photo is still to be analyzed.
        let version = analysis == nil ? nil : photo.origin?.version
        let kind = photo.duration == nil ? analysis?.kind ?? .photo : .video
        let text = analysis.flatMap { $0.text.isEmpty ? nil : $0.text }
        try database.execute(
            """
            INSERT INTO photos (digest, bytes, format, width, height, taken, taken_source, latitude, longitude, camera,
                lens, rating, file_rating, title, description, kind, sharpness, brightness, fingerprint, analysis, text,
                faces, taken_detail, people, location, notes, duration, regions)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?12, ?12, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .bytes(photo.digest), .integer(photo.bytes), .text(photo.format), .integer(photo.width),
                .integer(photo.height), .integer(photo.taken.seconds), .text(photo.taken.source.rawValue),
                Parameter(metadata.latitude), Parameter(metadata.longitude), Parameter(metadata.camera),
                Parameter(metadata.lens), Parameter(metadata.rating), Parameter(metadata.title),
                Parameter(metadata.description), .text(kind.rawValue), Parameter(analysis?.sharpness),
                Parameter(analysis?.brightness),
                Parameter(analysis.map { Int(bitPattern: UInt($0.fingerprint)) }), Parameter(version),
                Parameter(text), Parameter(analysis?.faces?.count), Parameter(photo.taken.time.detail?.rawValue),
                Parameter(metadata.people?.lines), Parameter(metadata.location), Parameter(metadata.notes?.lines),
                Parameter(photo.duration), Parameter(FaceRegion.stored(metadata.faces)),
            ])
        return database.lastRow
    }

    private mutating func insert(_ tag: PhotoTag, of photo: Int) throws {
        try database.execute(
            "INSERT OR REPLACE INTO photo_tags (photo, tag, confidence, source) VALUES (?, ?, ?, ?)",
            [
                .integer(photo), .integer(try number(of: tag)), .real(min(max(tag.confidence, 0), 1)),
                .text(tag.source),
            ])
    }

    private mutating func insert(_ thing: LikelyThing, of photo: Int) throws {
        let percent = Int((min(max(thing.confidence, 0), 1) * 100).rounded())
        guard percent > 0 else { return }
        try database.execute(
            "INSERT OR REPLACE INTO photo_likely (thing, photo, percent) VALUES (?, ?, ?)",
            [.integer(try number(of: thing)), .integer(photo), .integer(percent)])
    }

    private mutating func number(of thing: LikelyThing) throws -> Int {
        if let known = things[thing.name] { return known }
        try database.execute(
            "INSERT OR IGNORE INTO likely_things (name, is_kind) VALUES (?, ?)",
            [.text(thing.name), .integer(thing.isKind ? 1 : 0)])
        let id = try database.integers("SELECT id FROM likely_things WHERE name = ?", [.text(thing.name)]).first ?? 0
        things[thing.name] = id
        return id
    }

    private mutating func number(of tag: PhotoTag) throws -> Int {
        let isKeyword = tag.category == .keyword
        if let known = tags[tag.name], isKeyword || !known.isKeyword { return known.id }
        try database.execute(
            // A keyword in a file may be a tag of its own category as well.
            """
            INSERT INTO tags (name, category) VALUES (?, ?) ON CONFLICT (name)
            DO UPDATE SET category = excluded.category WHERE category = 'keyword' AND excluded.category <> 'keyword'
            """, [.text(tag.name), .text(tag.category.rawValue)])
        let id = try database.integers("SELECT id FROM tags WHERE name = ?", [.text(tag.name)]).first ?? 0
        tags[tag.name] = (id, isKeyword)
        return id
    }

    /// Replaces the previous analysis. Corrections and file metadata stay.
    mutating func replace(
        with analysis: PhotoAnalysis, by origin: AnalysisOrigin, of photo: Int
    ) throws {
        try database.execute(
            """
            UPDATE photos SET kind = ?, sharpness = ?, brightness = ?, fingerprint = ?, analysis = ?, text = ?,
                faces = ?
            WHERE id = ?
            """,
            [
                .text(analysis.kind.rawValue), .real(analysis.sharpness), .real(analysis.brightness),
                .integer(Int(bitPattern: UInt(analysis.fingerprint))), .text(origin.version),
                Parameter(analysis.text.isEmpty ? nil : analysis.text), Parameter(analysis.faces?.count),
                .integer(photo),
            ])
        try database.execute(
            "DELETE FROM photo_tags WHERE photo = ? AND source NOT IN (?, ?, ?)",
            [
                .integer(photo), .text(PhotoTag.Source.metadata), .text(PhotoTag.Source.user),
                .text(PhotoTag.Source.taught),
            ])
        for table in ["photo_colors", "photo_codes", "photo_likely", "embeddings", "meanings"] {
            try database.execute("DELETE FROM \(table) WHERE photo = ?", [.integer(photo)])
        }
        try insert(analysis, by: origin, of: photo)
    }

    private mutating func insert(
        _ analysis: PhotoAnalysis, by origin: AnalysisOrigin, of photo: Int
    ) throws {
        for tag in analysis.tags { try insert(tag, of: photo) }
        for thing in analysis.likely { try insert(thing, of: photo) }
        for color in analysis.colors {
            try database.execute(
                "INSERT OR REPLACE INTO photo_colors (photo, color, share) VALUES (?, ?, ?)",
                [.integer(photo), .text(color.name.rawValue), .real(color.share)])
        }
        for (place, code) in analysis.codes.enumerated() {
            try database.execute(
                "INSERT INTO photo_codes (photo, place, symbology, value) VALUES (?, ?, ?, ?)",
                [.integer(photo), .integer(place), .text(code.symbology.rawValue), .text(code.value)])
        }
        if !analysis.embedding.isEmpty {
            try database.execute(
                "INSERT INTO embeddings (photo, model, vector) VALUES (?, ?, ?)",
                [.integer(photo), .text(origin.embeddingModel), .bytes(Vectors.bytes(analysis.embedding))])
        }
        if let meaning = analysis.meaning, case let bytes = meaning.bytes, !bytes.isEmpty {
            try database.execute(
                "INSERT INTO meanings (photo, model, vector, background) VALUES (?, ?, ?, ?)",
                [.integer(photo), .text(origin.meaningModel), .bytes(bytes), .real(Double(meaning.background))])
        }
    }
}

extension [String] {
    /// Several texts as the gallery stores them.
    fileprivate var lines: String { joined(separator: "\n") }
}
