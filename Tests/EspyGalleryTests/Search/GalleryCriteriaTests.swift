import Espy
import Testing

/// The search requirements of the gallery's specification, by the numbers of its acceptance criteria.
struct GalleryCriteriaTests {
    private func library() throws -> SeededGallery {
        let seeded = try SeededGallery()
        try seeded.database.execute(
            """
            INSERT INTO tags (name, category) VALUES ('dog', 'animals'), ('person', 'people'), ('forest', 'nature'),
                ('pizza', 'food'), ('car', 'vehicles')
            """)
        let photos: [(String, [String], ColorName)] = [
            ("a", ["beach", "outdoor"], .gold), ("b", ["seashore"], .blue), ("c", ["dog", "outdoor"], .green),
            ("d", ["dog", "living room"], .brown), ("e", ["person", "forest"], .green), ("f", ["pizza"], .red),
            ("g", ["car"], .blue),
        ]
        for (name, tags, color) in photos {
            try seeded.add("\(name).jpg") {
                for tag in tags { $0.tags[tag] = 0.8 }
                $0.colors = [color: 0.5]
            }
        }
        return seeded
    }

    @Test func criterion8SearchingForBeachFindsRelatedTerms() async throws {
        let page = try await library().gallery.search("beach", now: 0)
        #expect(page.hits.map(\.why) == [["beach ← seashore 80 %"], ["beach 80 %"]])
    }

    @Test func criterion9SeveralFiltersMustAllFit() async throws {
        #expect(try await library().gallery.names("tag:dog tag:outdoor") == ["c"])
        #expect(try await library().gallery.names("dog AND outdoor") == ["c"])
    }

    @Test func criterion10SearchingByColor() async throws {
        #expect(try await library().gallery.names("color:blue") == ["g", "b"])
        #expect(try await library().gallery.names("blue") == ["g", "b"])
    }

    @Test func criterion14AlbumsMakeThemselves() async throws {
        let albums = try await library().gallery.albums(now: 0)
        let counts = Dictionary(uniqueKeysWithValues: albums.map { ($0.name, $0.count) })
        #expect(counts["Animals"] == 2)
        #expect(counts["Nature"] == 1)
        #expect(counts["People"] == 1)
        #expect(counts["Food"] == 1)
        #expect(counts["Vehicles"] == 1)
        #expect(counts["Documents"] == nil)
    }
}
