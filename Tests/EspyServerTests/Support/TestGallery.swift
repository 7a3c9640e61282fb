import Espy
import EspyApp
import EspyHTTP
import EspyServer
import EspyStore
import Foundation

/// A photo library in its own folder, removed after the test. Its tables are filled directly unless a test needs the
/// photos themselves.
final class TestGallery: Sendable {
    let folder: String
    var file: String { GalleryFile(environment).path }

    /// - Parameter added: the folder that was added; nil if there is no library yet.
    init(adding added: String? = "/home/me/Pictures") throws {
        folder = NSTemporaryDirectory() + "espy-gallery-\(UUID().uuidString)"
        let place = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        if let added {
            try fill { (database) throws(StoreError) in
                try database.execute("INSERT INTO folders (id, path, added) VALUES (1, ?, 0)", [.text(added)])
            }
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A library of photos without files, of which every second one shows a dog.
    ///
    /// - Parameter areDescribed: whether the photos have tags and embeddings.
    static func photos(_ count: Int, areDescribed: Bool = true) throws -> TestGallery {
        let gallery = try TestGallery()
        try gallery.fill { (database) throws(StoreError) in
            try database.execute("INSERT INTO tags (id, name, category) VALUES (1, 'dog', 'animals')")
            for id in 1...count {
                try gallery.insert(id, at: "/home/me/Pictures/\(id).jpg", into: database)
                if areDescribed { try gallery.describe(id, in: database) }
            }
        }
        return gallery
    }

    /// A library of one photo, whose path in the index is `path`.
    static func photo(at path: String, below added: String) throws -> TestGallery {
        let gallery = try TestGallery(adding: added)
        try gallery.fill { (database) throws(StoreError) in try gallery.insert(1, at: path, into: database) }
        return gallery
    }

    /// A library of all photos in a folder.
    static func indexed(_ added: String) async throws -> TestGallery {
        let made = try TestGallery(adding: nil)
        let gallery = try Gallery(path: made.file)
        _ = try await gallery.addFolder(added, at: 0)
        _ = try await GalleryIndexer(
            gallery: gallery, analyzer: nil, options: IndexingOptions(), pacing: nil, clock: { 0 }, words: { "\($0)" }
        ).run(only: nil) { _ in }
        return made
    }

    func fill(_ work: (Database) throws(StoreError) -> Void) throws {
        let database = try Database(path: file, identity: GallerySchema.identity, migrations: GallerySchema.migrations)
        try database.transaction { () throws(StoreError) in try work(database) }
    }

    private func insert(_ id: Int, at path: String, into database: Database) throws(StoreError) {
        try database.execute(
            """
            INSERT INTO photos (id, digest, bytes, format, width, height, taken, taken_source, latitude, longitude,
                camera, file_rating, placeholder, analysis)
            VALUES (?, ?, 1234, 'jpeg', 400, 300, ?, 'exif', ?, ?, 'Canon EOS', NULL, ?, 'a')
            """,
            [
                .integer(id), .bytes((0..<32).map { UInt8(truncatingIfNeeded: id >> (8 * ($0 % 4))) }),
                .integer(1_700_000_000 + 86_400 * id), .real(Double(id % 90) / 2), .real(Double(id % 997) / 7),
                .bytes([1, 2, 3, UInt8(truncatingIfNeeded: id)]),
            ])
        try database.execute(
            "INSERT INTO files (folder, path, photo, size, modified) VALUES (1, ?, ?, 1234, 0)",
            [.text(path), .integer(id)])
    }

    /// Adds the tags and embedding that a tagger would have produced.
    private func describe(_ id: Int, in database: Database) throws(StoreError) {
        if id.isMultiple(of: 2) {
            try database.execute("INSERT INTO photo_tags VALUES (?, 1, 0.9, 'espy-tagger 1')", [.integer(id)])
        }
        // Two kinds of photos, distinguished by the direction of their embeddings.
        var vector = (0..<8).map { Float((id * 7 + $0 * 3) % 5) / 50 }
        vector[id <= 5 ? 0 : 1] = 1
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let bytes = vector.flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: (value / length).bitPattern >> UInt32(8 * $0)) }
        }
        try database.execute("INSERT INTO embeddings VALUES (?, 'm', ?)", [.integer(id), .bytes(bytes)])
        try GalleryText.write(photo: id, to: database)
    }

    /// The paths of the added folders.
    func folders() async throws -> [String] { try await Gallery(path: file).folders().map(\.path) }

    fileprivate var environment: AppEnvironment {
        AppEnvironment(variables: ["HOME": folder, "XDG_DATA_HOME": folder], now: { 1_750_000_000 })
    }

    /// The service as the server uses it.
    var service: GalleryService { service(indexing: nil) }

    fileprivate func service(indexing: IndexingService?) -> GalleryService {
        // Its folder exists as long as the library does.
        GalleryService(GalleryFile(environment), indexing: indexing, home: folder) {
            withExtendedLifetime(self) { 1_750_000_000 }
        }
    }
}

/// The indexer of a library of two unread photos, on a machine that is busy with other work and on which no model can
/// be
/// used.
final class TestIndexer: Sendable {
    private let indexing: IndexingService
    let service: GalleryService

    init() async throws {
        let gallery = try TestGallery(adding: nil)
        let photos = gallery.folder + "/photos"
        try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
        for width in [40, 60] {
            try Data(Pictures.jpeg(width: width)).write(to: URL(fileURLWithPath: "\(photos)/\(width).jpg"))
        }
        _ = try await Gallery(path: gallery.file).addFolder(photos, at: 0)
        indexing = IndexingService(file: GalleryFile(gallery.environment), pacing: EmptyBattery()) {
            () throws(Problem) in
            throw Problem("missingModel", "/home/me/models is not there")
        }
        service = gallery.service(indexing: indexing)
        await indexing.start()
    }

    func stop() async { await indexing.stop() }
}

private struct EmptyBattery: Pacing {
    func reasonToWait() async -> PauseReason? { .battery(percent: 9, limit: 30) }
    func rest() async {}
}
