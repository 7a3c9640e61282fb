import Espy
import EspyStore
import Foundation
import Synchronization
import Testing

/// Which work is repeated, and which is not.
struct RenewalTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try library.gallery()
        try await gallery.addFolder(library.photos, at: 0)
        for seed in 0..<4 { try library.add("\(seed).jpg", seed: seed) }
    }

    @Test func aNewerAnalysisTakesThePlaceOfTheOld() async throws {
        try await gallery.index(MiddleAnalyzer(version: "1"))
        let photo = try #require(try await gallery.photo(library.path("1.jpg")))
        let old = try #require(try await gallery.details(of: photo))
        #expect(old.analysis == "1")
        #expect(old.tags.map(\.name).allSatisfy { $0.hasSuffix("v1") })
        #expect(old.fingerprint.map { $0 >> 60 } == 0xF)
        let newer = MiddleAnalyzer(version: "2")
        let summary = try await gallery.index(newer)
        #expect(summary.renewed == 4)
        #expect(summary.added == 0)
        #expect(newer.count == 4)
        let new = try #require(try await gallery.details(of: photo))
        #expect(new.analysis == "2")
        #expect(new.tags.count == 1)
        #expect(new.tags[0].name.hasSuffix("v2"))
        #expect(new.colors == [ColorShare(name: .red, share: 0.5)])
        let again = MiddleAnalyzer(version: "2")
        #expect(try await gallery.index(again).renewed == 0)
        #expect(again.count == 0)
    }

    private func rows(_ sql: String) throws -> [Int] {
        try Database(path: library.file, identity: GallerySchema.identity, migrations: GallerySchema.migrations)
            .integers(sql)
    }

    @Test func photosAreSeenBeforeWhatIsOnThem() async throws {
        let seen = Mutex<[Int]>([])
        let summary = try await gallery.index(MiddleAnalyzer()) { progress in
            guard progress.phase == .analyzing, progress.done == 0 else { return }
            let found = try? self.rows(
                "SELECT (SELECT count(*) FROM thumbnails), (SELECT count(*) FROM photo_tags), (SELECT count(*) FROM photos)"
            )
            seen.withLock { $0 = found ?? [] }
        }
        #expect(seen.withLock { $0 } == [4, 0, 4])
        #expect(try rows("SELECT count(*) FROM photo_tags") == [4])
        #expect(summary.added == 4)
        #expect(summary.renewed == 0)
        #expect(summary.linked == 0)
    }

    /// An existing thumbnail stays as it is.
    @Test func recognizingMakesNoPictureAgain() async throws {
        try await gallery.index(nil)
        let places = try rows("SELECT photo, pack, offset, length FROM thumbnails ORDER BY photo")
        #expect(places.count == 16)
        #expect(try await gallery.index().renewed == 4)
        #expect(try rows("SELECT photo, pack, offset, length FROM thumbnails ORDER BY photo") == places)
    }

    @Test func withoutAnAnalyzerPhotosAreThereAndWait() async throws {
        #expect(try await gallery.index(nil).added == 4)
        #expect(try await gallery.status(analysis: "1").waiting == 4)
        #expect(try await gallery.index(nil).renewed == 0)
        #expect(try await gallery.index().renewed == 4)
        #expect(try await gallery.status(analysis: "1").waiting == 0)
    }

    @Test func anAnalyzerThatFailsIsToldAbout() async throws {
        let summary = try await gallery.index(MiddleAnalyzer(fails: true))
        #expect(summary.added == 4)
        #expect(summary.failed == 0)
        #expect(summary.analysisFailure?.contains("no model") == true)
        let photo = try #require(try await gallery.photo(library.path("1.jpg")))
        #expect(try await gallery.thumbnail(of: photo) != nil)
        #expect(try await gallery.index().renewed == 4)
    }

    @Test func lostSmallPicturesAreMadeAgain() async throws {
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path("1.jpg")))
        let before = try #require(try await gallery.thumbnail(of: photo))
        try FileManager.default.removeItem(atPath: library.file + "-thumbnails")
        let other = try library.gallery()
        #expect(try await other.thumbnail(of: photo) == nil)
        #expect(try await other.index().renewed == 4)
        #expect(try await other.thumbnail(of: photo) == before)
    }

    @Test func cancelledRunsGoOnLater() async throws {
        for seed in 10..<30 { try library.add("\(seed).jpg", seed: seed) }
        let task = Task { [gallery] in
            try await gallery.index(options: IndexingOptions(jobs: 1, batch: 1), pacing: Interrupter(after: 6))
        }
        let first = try await task.value
        #expect(!first.isComplete)
        #expect(first.added > 0)
        #expect(first.added < 24)
        let second = try await gallery.index()
        #expect(second.isComplete)
        #expect(first.added + second.added == 24)
    }

    /// A canceled analysis may be incomplete.
    @Test func whatWasCancelledIsAnalyzedAgain() async throws {
        #expect(try await gallery.index(MiddleAnalyzer(isCancelled: true)).added == 4)
        #expect(try await gallery.status(analysis: "1").waiting == 4)
        #expect(try await gallery.index().renewed == 4)
    }

    @Test func onlyOneProcessIndexes() async throws {
        let lock = try FileHandle(forWritingTo: Self.made(library.file + "-indexing"))
        #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        await #expect(throws: GalleryError.store(.locked(path: library.file + "-indexing"))) {
            try await gallery.index()
        }
        try lock.close()
        #expect(try await gallery.index().added == 4)
    }

    private static func made(_ path: String) -> URL {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        return URL(fileURLWithPath: path)
    }
}
