import Espy
import EspyApp
import EspyHTTP
import EspyServer
import EspyStore
import Foundation
import Synchronization

/// A photo library in a folder of its own, gone when the test is. Its tables are filled by hand where no test needs the
/// photos themselves.
final class TestGallery: Sendable {
    let folder: String
    let indexing = TestIndexing()
    var file: String { folder + "/gallery.sqlite" }

    /// - Parameter added: the folder that was added; nil where there is no library yet.
    init(adding added: String? = "/home/me/Pictures") throws {
        folder = NSTemporaryDirectory() + "espy-gallery-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if let added {
            try fill { (database) throws(StoreError) in
                try database.execute("INSERT INTO folders (id, path, added) VALUES (1, ?, 0)", [.text(added)])
            }
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Of photos that are not there, of which each second one shows a dog.
    ///
    /// - Parameter areDescribed: whether anything is said of what they show.
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

    /// Of one photo, which is said to be at `path`.
    static func photo(at path: String, below added: String) throws -> TestGallery {
        let gallery = try TestGallery(adding: added)
        try gallery.fill { (database) throws(StoreError) in try gallery.insert(1, at: path, into: database) }
        return gallery
    }

    /// Of all photos in a folder.
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

    /// What a tagger would have said.
    private func describe(_ id: Int, in database: Database) throws(StoreError) {
        if id.isMultiple(of: 2) {
            try database.execute("INSERT INTO photo_tags VALUES (?, 1, 0.9, 'espy-tagger 1')", [.integer(id)])
        }
        // Two kinds of photos, told apart by where their vectors point.
        var vector = (0..<8).map { Float((id * 7 + $0 * 3) % 5) / 50 }
        vector[id <= 5 ? 0 : 1] = 1
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let bytes = vector.flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: (value / length).bitPattern >> UInt32(8 * $0)) }
        }
        try database.execute("INSERT INTO embeddings VALUES (?, 'm', ?)", [.integer(id), .bytes(bytes)])
        try GalleryText.write(photo: id, to: database)
    }

    /// The paths of the folders that were added.
    func folders() async throws -> [String] { try await Gallery(path: file).folders().map(\.path) }

    /// As the server uses it.
    var service: GalleryService {
        GalleryService(
            indexing: indexing, home: (file as NSString).deletingLastPathComponent, now: { 1_750_000_000 },
            opening: FileGallery(path: file, owner: self).open)
    }
}

/// A photo library in a file.
struct FileGallery: Sendable {
    let path: String
    /// Stays as long as this.
    var owner: TestGallery?

    @Sendable func open(making: Bool) throws -> Gallery? {
        making || FileManager.default.fileExists(atPath: path) ? try Gallery(path: path) : nil
    }
}

/// Stands for the indexer of the program.
final class TestIndexing: GalleryIndexing {
    private let pace = Mutex(IndexingPace.sparing)

    func progress() async -> IndexingState? {
        let reason: String? =
            switch pace.withLock({ $0 }) {
            case .halted: "user"
            case .sparing: "load"
            case .now: nil
            }
        return IndexingState(
            phase: "reading", done: 3, total: 9, rate: 2.5, secondsLeft: 2, pausedBecause: reason,
            trouble: "/home/me/models is not there")
    }

    func changes() async -> AsyncStream<IndexingState> {
        AsyncStream { continuation in
            continuation.yield(IndexingState(phase: "reading", done: 3, total: 9))
            continuation.yield(IndexingState(phase: "idle", done: 9, total: 9))
            continuation.finish()
        }
    }

    func setPace(_ pace: IndexingPace) async { self.pace.withLock { $0 = pace } }
    func wake() async {}
    func stop() async {}
}
