import Espy
import Testing

struct GalleryAlbumTests {
    private static let now = 1_763_726_400  // 2025-11-21

    private func library() throws -> SeededGallery {
        let seeded = try SeededGallery()
        try seeded.database.execute("INSERT INTO tags (name, category) VALUES ('dog', 'animals'), ('sea', 'nature')")
        try seeded.add("dog.jpg") {
            $0.taken = Self.now - 365 * 86_400  // 2024-11-21
            $0.tags = ["dog": 0.9]
            $0.colors = [.brown: 0.4]
            $0.place = (48.137, 11.575)
        }
        try seeded.add("sea.jpg") {
            $0.taken = Self.now
            $0.tags = ["sea": 0.9]
            $0.colors = [.blue: 0.6]
            $0.place = (48.139, 11.579)
        }
        try seeded.add("screen.png") {
            $0.taken = Self.now - 86_400
            $0.kind = "screenshot"
            $0.place = (-33.86, 151.2)
        }
        return seeded
    }

    /// Signs and packages have text, too.
    @Test func documentsAreNotAllThatHasText() async throws {
        let seeded = try SeededGallery()
        try seeded.add("sign.jpg") { $0.tags = ["text": 0.9] }
        try seeded.add("page.jpg") { $0.kind = "document" }
        try seeded.add("bill.jpg") { $0.tags = ["document": 0.95] }
        try seeded.database.execute("UPDATE photos SET text = 'stop' WHERE id = 1")
        let album = try #require(try await seeded.gallery.albums(now: 0).first { $0.id == "documents" })
        #expect(album.count == 2)
        #expect(album.cover?.path.hasSuffix("bill.jpg") == true)
        #expect(try await seeded.gallery.names("has:text").count == 3)
    }

    /// A castle behind a lawn is no cover for sport.
    @Test func nothingInDoubtIsACover() async throws {
        func album(_ photos: [(sport: Double, likely: Double)]) async throws -> (count: Int, cover: String)? {
            let seeded = try SeededGallery()
            try seeded.database.execute("INSERT INTO tags (name, category) VALUES ('sport', 'sport')")
            for (number, photo) in photos.enumerated() {
                try seeded.add("\(number).jpg") {
                    $0.taken = Self.now + number
                    $0.tags = ["sport": photo.sport]
                    $0.likely = [LikelyThing(name: "sport", confidence: photo.likely, isKind: false)]
                }
            }
            return try await seeded.gallery.albums(now: 0).first { $0.id == "sport" }
                .map { ($0.count, String($0.cover?.path.suffix(5) ?? "")) }
        }
        #expect(try await album([(0.85, 0.1), (0.4, 0.05)]) == nil)
        let agreed = try #require(try await album([(0.85, 0.1), (0.4, 0.6), (0.5, 0.05)]))
        #expect(agreed == (3, "1.jpg"))
        let sure = try #require(try await album([(0.85, 0.1), (0.95, 0.02), (0.5, 0.9)]))
        #expect(sure == (3, "1.jpg"))
    }

    @Test func albumsMakeThemselves() async throws {
        let albums = try await library().gallery.albums(now: Self.now)
        #expect(
            albums.map(\.name) == [
                "On this day", "Animals", "Nature", "Screenshots", "48.14° N, 11.58° E", "33.86° S, 151.20° E", "2025",
                "2024", "Brown", "Blue",
            ])
        #expect(albums.map(\.count) == [1, 1, 1, 1, 2, 1, 2, 1, 1, 1])
        #expect(albums[0].cover?.path.hasSuffix("/dog.jpg") == true)
        #expect(Set(albums.map(\.id)).count == albums.count)
    }

    @Test func everyAlbumIsItsQuery() async throws {
        let gallery = try library().gallery
        for album in try await gallery.albums(now: Self.now) {
            let page = try await gallery.search(album.query, now: Self.now)
            #expect(page.total == album.count, "\(album.name)")
            #expect(page.hits.first?.photo == album.cover, "\(album.name)")
        }
    }

    @Test func coverIsTheSurestPhoto() async throws {
        let seeded = try library()
        try seeded.database.execute("INSERT INTO tags (name, category) VALUES ('animal', 'animals')")
        for (name, confidence, taken) in [("sure", 0.95, Self.now - 86_400), ("newest", 0.6, Self.now)] {
            try seeded.add("\(name).jpg") {
                $0.tags = ["animal": confidence]
                $0.taken = taken
            }
        }
        let animals = try await seeded.gallery.albums(now: Self.now).first { $0.name == "Animals" }
        #expect(animals?.count == 3)
        #expect(animals?.cover?.path.hasSuffix("/sure.jpg") == true)
    }

    /// A shirt with a pattern like lines of text is no cover for documents.
    @Test func coverIsWhatTwoSourcesAgreeOn() async throws {
        let seeded = try library()
        for (name, tags) in [("shirt", ["document": 1]), ("letter", ["document": 0.95])] {
            try seeded.add("\(name).jpg") {
                $0.kind = "document"
                $0.tags = tags
            }
        }
        try seeded.database.execute(
            """
            INSERT INTO photo_tags (photo, tag, confidence, source)
            SELECT p.photo, p.tag, 1, 'analysis' FROM photo_tags p JOIN files f ON f.photo = p.photo
            WHERE f.path LIKE '%/letter.jpg'
            """)
        let documents = try await seeded.gallery.albums(now: Self.now).first { $0.name == "Documents" }
        #expect(documents?.cover?.path.hasSuffix("/letter.jpg") == true)
    }

    @Test func albumsUpdateThemselves() async throws {
        let seeded = try library()
        let gallery = seeded.gallery
        let saved = try await gallery.saveAlbum(" My  dogs ", query: "dog -sea", now: 5)
        #expect(saved.name == "My dogs")
        #expect(saved.count == 1)
        #expect(saved.kind == .own)
        try seeded.add("rex.jpg") { $0.tags = ["dog": 0.5] }
        #expect(try await gallery.albums(now: Self.now).first?.count == 2)
        #expect(try await gallery.names("album:\"My dogs\" brown") == ["dog"])
        #expect(try await gallery.search("album:\"My dogs\"", now: 0).hits.first?.why == ["album My dogs"])
        let renamed = try await gallery.renameAlbum("My dogs", to: "Hounds")
        #expect(renamed.id == saved.id)
        #expect(renamed.query == "dog -sea")
        try await gallery.saveAlbum("Hounds", query: "tag:nothing", now: 6)
        #expect(try await gallery.albums(now: Self.now).first?.count == 0)
        try await gallery.deleteAlbum("Hounds")
        #expect(try await gallery.albums(now: Self.now).first?.name == "On this day")
        #expect(try await gallery.names("").count == 4)
    }

    @Test func badAlbumsAreRefused() async throws {
        let gallery = try library().gallery
        await #expect(throws: GalleryError.self) { try await gallery.saveAlbum("a", query: "colr:x", now: 0) }
        await #expect(throws: GalleryError.self) { try await gallery.saveAlbum(" ", query: "dog", now: 0) }
        await #expect(throws: GalleryError.self) { try await gallery.saveAlbum("a\"b", query: "dog", now: 0) }
        await #expect(throws: GalleryError.unknownAlbum("x")) { try await gallery.deleteAlbum("x") }
        await #expect(throws: GalleryError.unknownAlbum("x")) { try await gallery.renameAlbum("x", to: "y") }
        try await gallery.saveAlbum("a", query: "album:b OR dog", now: 0)
        try await gallery.saveAlbum("b", query: "album:a", now: 0)
        await #expect(throws: GalleryError.self) { try await gallery.search("album:a", now: 0) }
        #expect(try await gallery.albums(now: 0).filter { $0.kind == .own }.map(\.count) == [0, 0])
        await #expect(throws: GalleryError.self) { try await gallery.renameAlbum("a", to: "b") }
    }
}
