import Espy
import EspyStore
import Foundation

/// A gallery whose tables are filled directly, without photos, removed after the test.
final class SeededGallery {
    let gallery: Gallery
    let folder: String
    /// A second connection, like that of another process.
    let database: Database
    private var next = 1

    init(texts: TextEmbedder? = nil, places: PlaceNames? = nil, foreign: ForeignWords? = nil) throws {
        folder = NSTemporaryDirectory() + "espy-gallery-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/gallery.sqlite"
        gallery = try Gallery(path: path, texts: texts, places: places, foreign: foreign)
        database = try Database(path: path, identity: GallerySchema.identity, migrations: GallerySchema.migrations)
        try database.execute("INSERT INTO folders (id, path, added) VALUES (1, '/home/anna/Pictures', 0)")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A photo to insert.
    struct Photo {
        var path: String
        /// Seconds since 1970.
        var taken = 1_714_564_800
        var tags: [String: Double] = [:]
        var likely: [LikelyThing] = []
        var colors: [ColorName: Double] = [:]
        var place: (Double, Double)?
        var camera: String?
        var lens: String?
        var rating: Int?
        var title: String?
        var kind = "photo"
        var sharpness = 900.0
        var brightness = 0.5
        var fingerprint: UInt64?
        var vector: [Float] = []
        var meaning: PhotoMeaning?
        var meaningModel = "m"
        var size = (400, 300)
        var source = "espy-tagger 1"
        var takenSource = "exif"
        /// Further files with the same bytes.
        var copies: [String] = []

        init(_ path: String) { self.path = path }
    }

    /// - Returns: the number of the photo.
    @discardableResult
    func add(_ photo: Photo) throws -> Int {
        try database.transaction { () throws(StoreError) in try insert(photo) }
    }

    @discardableResult
    func add(_ path: String, _ change: (inout Photo) -> Void = { _ in }) throws -> Int {
        var photo = Photo(path)
        change(&photo)
        return try add(photo)
    }

    static func digest(_ number: Int) -> [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) ^ UInt8($0) }
    }

    private func insert(_ photo: Photo) throws(StoreError) -> Int {
        let id = next
        next += 1
        try database.execute(
            """
            INSERT INTO photos (id, digest, bytes, format, width, height, taken, taken_source, latitude, longitude,
                camera, lens, file_rating, title, kind, sharpness, brightness, fingerprint, placeholder, analysis)
            VALUES (?, ?, 1000, 'jpeg', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'01', 'a')
            """,
            [
                .integer(id), .bytes(Self.digest(id)), .integer(photo.size.0), .integer(photo.size.1),
                .integer(photo.taken), .text(photo.takenSource), photo.place.map { .real($0.0) } ?? .null,
                photo.place.map { .real($0.1) } ?? .null, Parameter(photo.camera), Parameter(photo.lens),
                Parameter(photo.rating), Parameter(photo.title), .text(photo.kind), .real(photo.sharpness),
                .real(photo.brightness), Parameter(photo.fingerprint.map { Int(truncatingIfNeeded: $0) }),
            ])
        for path in [photo.path] + photo.copies {
            try database.execute(
                "INSERT INTO files (folder, path, photo, size, modified) VALUES (1, ?, ?, 1000, 0)",
                [.text("/home/anna/Pictures/" + path), .integer(id)])
        }
        for (tag, confidence) in photo.tags { try tag.insert(confidence, photo.source, of: id, into: database) }
        for thing in photo.likely {
            try database.execute(
                "INSERT OR IGNORE INTO likely_things (name, is_kind) VALUES (?, ?)",
                [.text(thing.name), .integer(thing.isKind ? 1 : 0)])
            try database.execute(
                "INSERT INTO photo_likely SELECT id, ?, ? FROM likely_things WHERE name = ?",
                [.integer(id), .integer(Int((100 * thing.confidence).rounded())), .text(thing.name)])
        }
        for (color, share) in photo.colors {
            try database.execute(
                "INSERT INTO photo_colors VALUES (?, ?, ?)", [.integer(id), .text(color.rawValue), .real(share)])
        }
        if !photo.vector.isEmpty {
            let bytes = photo.vector.flatMap { value in
                (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
            }
            try database.execute("INSERT INTO embeddings VALUES (?, 'm', ?)", [.integer(id), .bytes(bytes)])
        }
        if let meaning = photo.meaning {
            try database.execute(
                "INSERT INTO meanings VALUES (?, ?, ?, ?)",
                [.integer(id), .text(photo.meaningModel), .bytes(meaning.bytes), .real(Double(meaning.background))])
        }
        try GalleryText.write(photo: id, to: database)
        return id
    }
}

extension String {
    /// Adds a tag to a photo.
    fileprivate func insert(
        _ confidence: Double, _ source: String, of photo: Int, into database: Database
    ) throws(StoreError) {
        try database.execute(
            "INSERT OR IGNORE INTO tags (name, category) VALUES (?, 'objects')", [.text(self)])
        try database.execute(
            "INSERT INTO photo_tags SELECT ?, id, ?, ? FROM tags WHERE name = ?",
            [.integer(photo), .real(confidence), .text(source), .text(self)])
    }
}

extension Gallery {
    /// Returns the names of the photos found, without folder and extension.
    func names(_ query: String, now: Int = 1_750_000_000) throws -> [String] {
        try search(query, now: now).hits.map { hit in
            let name = hit.photo.path.split(separator: "/").last ?? ""
            return String(name.prefix { $0 != "." })
        }
    }
}
