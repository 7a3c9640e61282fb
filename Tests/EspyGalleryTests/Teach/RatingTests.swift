import Espy
import EspyStore
import Testing

/// Star ratings.
struct RatingTests {
    private func rating(_ gallery: Gallery, _ photo: Int) async throws -> Int? {
        try await gallery.details(of: photo)?.rating
    }

    @Test func aPersonCountsMoreThanTheFile() async throws {
        let seeded = try SeededGallery()
        let gallery = seeded.gallery
        try seeded.add("a.jpg") { $0.rating = 2 }
        try seeded.add("b.jpg")
        let before = try await gallery.rate([1, 2], 5, now: 1)
        #expect(before == [nil: [1, 2]])
        #expect(try await gallery.names("rating:5").count == 2)
        #expect(try await gallery.rate([1], 0, now: 2) == [5: [1]])
        #expect(try await rating(gallery, 1) == 0)
        #expect(try await gallery.search("rating:0", now: 0).hits.map(\.photo.rating) == [0])
        // Written again, as after another analysis of the photo.
        try GalleryText.write(photo: 1, to: seeded.database)
        #expect(try await rating(gallery, 1) == 0)
        try await gallery.rate([1, 2], nil, now: 3)
        #expect(try await rating(gallery, 1) == 2)
        #expect(try await rating(gallery, 2) == nil)
    }

    @Test func oddRatingsChangeNothing() async throws {
        let seeded = try SeededGallery()
        try seeded.add("a.jpg")
        for odd in [-2, 6, Int.max] {
            await #expect(throws: GalleryError.rating(odd)) { try await seeded.gallery.rate([1], odd, now: 0) }
        }
        await #expect(throws: GalleryError.unknownPhoto("9")) { try await seeded.gallery.rate([1, 9], 3, now: 0) }
        #expect(try await rating(seeded.gallery, 1) == nil)
    }

    @Test func photosThatComeBackKeepTheirStars() async throws {
        let library = try LibraryFolder()
        try library.add("a.jpg", seed: 1)
        let gallery = try library.gallery()
        try await gallery.addFolder(library.photos, at: 0)
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path("a.jpg")))
        try await gallery.rate([photo], 4, now: 1)
        try await gallery.index(MiddleAnalyzer(version: "2"))
        #expect(try await rating(gallery, photo) == 4)
        try await gallery.removeFolder(library.photos)
        #expect(try await gallery.status().photos == 0)
        try await gallery.addFolder(library.photos, at: 2)
        try await gallery.index()
        let back = try #require(try await gallery.photo(library.path("a.jpg")))
        #expect(try await rating(gallery, back) == 4)
        #expect(try await gallery.sidecar(of: back).contains("<xmp:Rating>4</xmp:Rating>"))
    }

    @Test func exportsCarryWhatAPersonSaid() async throws {
        let (old, new) = (try SeededGallery(), try SeededGallery())
        try old.add("a.jpg") { $0.rating = 2 }
        try old.add("b.jpg")
        try await old.gallery.rate([1], 5, now: 7)
        try await old.gallery.rate([2], 3, now: 7)
        // One that no longer exists.
        try old.database.execute("DELETE FROM files WHERE photo = 2")
        try old.database.execute("DELETE FROM photos WHERE id = 2")
        let lines = try await old.gallery.exportedText().split(separator: "\n").map(String.init)
        try new.add("x.jpg") { $0.rating = 1 }
        #expect(try await new.gallery.importLines(lines, now: 9).ratings == 1)
        #expect(try await rating(new.gallery, 1) == 5)
        try new.add("y.jpg")
        #expect(try await rating(new.gallery, 2) == 3)
        // A later rating wins.
        try await new.gallery.rate([1], 1, now: 8)
        #expect(try await new.gallery.importLines(lines, now: 9).ratings == 0)
        #expect(try await rating(new.gallery, 1) == 1)
    }
}
