import Espy
import EspySystem
import Foundation
import Testing

/// Copies go to the trash, and nothing else does.
struct TrashedCopyTests {
    private let library: LibraryFolder
    private let gallery: Gallery
    private let trash: Trash
    private let date = "2026-02-20T14:30:22"

    init() async throws {
        library = try LibraryFolder()
        trash = Trash(dataFolder: library.photos + "/.data")
        for name in ["a.jpg", "b/a.jpg", "c.jpg"] { try library.add(name, seed: 1) }
        try library.add("other.jpg", seed: 9)
        gallery = try await library.watchedGallery()
        // Without an analysis, only equal files are copies.
        try await gallery.index(nil as PhotoAnalyzer?)
    }

    private func isThere(_ name: String) -> Bool { Files.exists(library.path(name)) }

    private func trash(_ names: [String], keeping kept: String = "a.jpg") async throws -> TrashedFiles {
        try await gallery.moveToTrash(names.map(library.path), keeping: library.path(kept), in: trash, date: date)
    }

    private func reasons(_ names: [String], keeping kept: String = "a.jpg") async throws -> [TrashedFiles.Reason] {
        let result = try await trash(names, keeping: kept)
        #expect(result.moved.isEmpty)
        return result.refused.map(\.reason)
    }

    @Test func copiesGoAndComeBack() async throws {
        let result = try await trash(["b/a.jpg", "c.jpg"])
        #expect(result.refused.isEmpty)
        #expect(result.moved.map(\.path) == [library.path("b/a.jpg"), library.path("c.jpg")])
        #expect(!isThere("b/a.jpg"))
        #expect(!isThere("c.jpg"))
        #expect(isThere("a.jpg"))
        // Without indexing again.
        #expect(try await gallery.names.sorted() == ["a.jpg", "other.jpg"])
        #expect(try await gallery.duplicates().isEmpty)
        let restored = try await gallery.restore(result.moved, from: trash)
        #expect(restored.moved == result.moved)
        #expect(isThere("b/a.jpg"))
        #expect(isThere("c.jpg"))
        try await gallery.index(nil as PhotoAnalyzer?)
        #expect(try await gallery.names.count == 4)
        #expect(try await gallery.duplicates().map(\.files.count) == [3])
    }

    @Test func photosGoWithAllTheirFilesAndKeepWhatWasSaid() async throws {
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path("b/a.jpg")))
        _ = try await gallery.say(.right, of: "boat", on: [photo], now: 1)
        let result = try await gallery.moveToTrash(photos: [photo], in: trash, date: date)
        #expect(result.refused.isEmpty)
        #expect(result.moved.map(\.path) == ["a.jpg", "b/a.jpg", "c.jpg"].map(library.path))
        #expect(!isThere("a.jpg"))
        #expect(!isThere("b/a.jpg"))
        #expect(!isThere("c.jpg"))
        #expect(isThere("other.jpg"))
        #expect(try await gallery.names == ["other.jpg"])
        #expect(try await gallery.restore(result.moved, from: trash).refused.isEmpty)
        try await gallery.index()
        #expect(try await gallery.names.count == 4)
        #expect(try await gallery.search("tag:boat", now: 0).total == 1)
    }

    @Test func filesThatChangedStayAlthoughTheirPhotoGoes() async throws {
        let photo = try #require(try await gallery.photo(library.path("a.jpg")))
        try library.add("c.jpg", seed: 5, side: 70)
        try library.remove("b/a.jpg")
        let result = try await gallery.moveToTrash(photos: [photo, 999], in: trash, date: date)
        #expect(result.moved.map(\.path) == [library.path("a.jpg")])
        #expect(result.refused.map(\.reason) == [.missing, .changed])
        #expect(isThere("c.jpg"))
    }

    @Test func samplePhotosStay() async throws {
        let photo = try #require(try await gallery.photo(library.path("other.jpg")))
        let isSample = { @Sendable [photos = library.photos] (folder: String) in folder == photos }
        let result = try await gallery.moveToTrash(photos: [photo], sparing: isSample, in: trash, date: date)
        #expect(result.refused.map(\.reason) == [.sample])
        let copies = try await gallery.moveToTrash(
            [library.path("c.jpg")], keeping: library.path("a.jpg"), sparing: isSample, in: trash, date: date)
        #expect(copies.refused.map(\.reason) == [.sample])
        #expect(isThere("other.jpg"))
        #expect(isThere("c.jpg"))
    }

    @Test func otherPhotosStay() async throws {
        #expect(try await reasons(["other.jpg"]) == [.noCopy])
        #expect(isThere("other.jpg"))
    }

    @Test func versionsGoWithTheirPhotoAndKeepTheirTags() async throws {
        // To this analyzer, all photos look alike.
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path("other.jpg")))
        _ = try await gallery.say(.right, of: "boat", on: [photo], now: 1)
        let result = try await trash(["other.jpg"])
        #expect(result.moved.map(\.name) == ["other.jpg"])
        #expect(try await gallery.search("tag:boat", now: 0).total == 0)
        _ = try await gallery.restore(result.moved, from: trash)
        try await gallery.index()
        #expect(try await gallery.search("tag:boat", now: 0).total == 1)
    }

    @Test func whatIsUnsureStays() async throws {
        #expect(try await reasons(["a.jpg"]) == [.sameFile])
        #expect(try await reasons(["none.jpg", "../gallery.sqlite"]) == [.noCopy, .noCopy])
        try library.add("c.jpg", seed: 5, side: 70)
        try library.remove("b/a.jpg")
        #expect(try await reasons(["b/a.jpg", "c.jpg"]) == [.missing, .changed])
        #expect(isThere("c.jpg"))
        #expect(try await reasons(["a.jpg"], keeping: "c.jpg") == [.keptMissing])
        #expect(isThere("a.jpg"))
    }

    @Test func namesOfOneFileAreNoCopies() async throws {
        try library.remove("c.jpg")
        try FileManager.default.linkItem(atPath: library.path("a.jpg"), toPath: library.path("c.jpg"))
        try await gallery.index()
        #expect(try await reasons(["c.jpg"]) == [.sameFile])
        #expect(isThere("c.jpg"))
    }

    @Test func filesBehindLinksStay() async throws {
        try library.write("real/d.jpg", LibraryFolder.jpeg(seed: 1))
        try library.move("real", "elsewhere/real")
        try FileManager.default.createSymbolicLink(
            atPath: library.path("b/link"), withDestinationPath: library.path("elsewhere/real"))
        try await gallery.index()
        #expect(try await reasons(["b/link/d.jpg"]).isEmpty == false)
        #expect(isThere("elsewhere/real/d.jpg"))
    }

    @Test func restoringStaysInTheLibrary() async throws {
        let items = [
            Trash.Item(path: "/etc/passwd.jpg", name: "a.jpg"), Trash.Item(path: library.path("x.jpg"), name: "x.jpg"),
        ]
        #expect(try await gallery.restore(items, from: trash).refused.map(\.reason) == [.missing, .missing])
    }
}
