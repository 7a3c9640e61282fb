import Espy
import Foundation
import Testing

/// Folders that appear, disappear, and contain each other.
struct GalleryFolderTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() throws {
        library = try LibraryFolder()
        gallery = try library.gallery()
        try library.add("a.jpg", seed: 1)
        try library.add("inner/b.jpg", seed: 2)
        try library.add("inner/deep/c.jpg", seed: 3)
    }

    @Test func innerFoldersKeepTheirPhotos() async throws {
        try await gallery.addFolder(library.photos, at: 0)
        try await gallery.index()
        try await gallery.addFolder(library.path("inner"), at: 1)
        #expect(try await gallery.folders().map(\.photos) == [1, 2])
        #expect(try await gallery.index().added == 0)
        try await gallery.removeFolder(library.photos)
        #expect(try await gallery.names == ["b.jpg", "c.jpg"])
        #expect(try await gallery.status().photos == 2)
        try await gallery.addFolder(library.photos, at: 2)
        #expect(try await gallery.index().added == 1)
        try await gallery.removeFolder(library.path("inner"))
        #expect(try await gallery.folders().map(\.photos) == [3])
        #expect(try await gallery.index().added == 0)
    }

    @Test func removedFoldersLeaveTheFiles() async throws {
        try await gallery.addFolder(library.photos, at: 0)
        try await gallery.index()
        try await gallery.removeFolder(library.photos)
        #expect(try await gallery.status().files == 0)
        #expect(FileManager.default.fileExists(atPath: library.path("inner/deep/c.jpg")))
        await #expect(throws: GalleryError.folder(path: library.photos, reason: "it is not in the gallery")) {
            try await gallery.removeFolder(library.photos)
        }
    }

    @Test func aLostFolderLosesNothing() async throws {
        try await gallery.addFolder(library.photos, at: 0)
        let outside = library.photos + "-elsewhere"
        defer { try? FileManager.default.removeItem(atPath: outside) }
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path("a.jpg")))
        try FileManager.default.moveItem(atPath: library.photos, toPath: outside)
        #expect(try await gallery.index().removed == 0)
        #expect(try await gallery.folders().map(\.state) == [.missing])
        #expect(try await gallery.status().photos == 3)
        #expect(try await gallery.file(of: photo) == nil)
        // An unmounted mount point exists and is empty.
        try FileManager.default.createDirectory(atPath: library.photos, withIntermediateDirectories: false)
        #expect(try await gallery.index().removed == 0)
        #expect(try await gallery.folders().map(\.state) == [.missing])
        try FileManager.default.removeItem(atPath: library.photos)
        try FileManager.default.moveItem(atPath: outside, toPath: library.photos)
        let back = try await gallery.index()
        #expect(back.added == 0)
        #expect(back.linked == 0)
        #expect(back.removed == 0)
        #expect(try await gallery.folders().map(\.state) == [.ok])
        #expect(try await gallery.file(of: photo) == library.path("a.jpg"))
    }

    @Test func aLostInnerFolderLosesNothing() async throws {
        try await gallery.addFolder(library.photos, at: 0)
        try await gallery.addFolder(library.path("inner"), at: 0)
        try await gallery.index()
        let outside = library.photos + "-elsewhere"
        defer { try? FileManager.default.removeItem(atPath: outside) }
        try FileManager.default.moveItem(atPath: library.path("inner"), toPath: outside)
        #expect(try await gallery.index().removed == 0)
        #expect(try await gallery.folders().map(\.state) == [.ok, .missing])
        #expect(try await gallery.status().photos == 3)
    }

    @Test func aHiddenFolderThatWasAddedIsScanned() async throws {
        try library.add(".private/d.jpg", seed: 4)
        try await gallery.addFolder(library.photos, at: 0)
        try await gallery.addFolder(library.path(".private"), at: 0)
        #expect(try await gallery.index().added == 4)
        #expect(try await gallery.index().removed == 0)
    }

    @Test func foldersThatMayNotBeReadLoseNothing() async throws {
        // Nothing is forbidden for root.
        guard geteuid() != 0 else { return }
        try await gallery.addFolder(library.photos, at: 0)
        try await gallery.index()
        chmod(library.path("inner"), 0)
        defer { chmod(library.path("inner"), 0o700) }
        #expect(try await gallery.index().removed == 0)
        #expect(try await gallery.problems().map(\.path) == [library.path("inner")])
        chmod(library.path("inner"), 0o700)
        #expect(try await gallery.index().removed == 1)
        #expect(try await gallery.problems().isEmpty)
    }

    @Test func whatIsNoFolderIsRefused() async throws {
        for path in ["photos", library.path("none"), library.path("a.jpg")] {
            await #expect(throws: GalleryError.self) { try await gallery.addFolder(path, at: 0) }
        }
        #expect(try await gallery.folders().isEmpty)
        try await gallery.addFolder(library.photos + "/./inner/..", at: 0)
        #expect(try await gallery.folders().map(\.path) == [library.photos])
    }
}
