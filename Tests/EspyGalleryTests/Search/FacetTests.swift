import Espy
import Testing

struct FacetTests {
    private func library() throws -> SeededGallery {
        let seeded = try SeededGallery()
        for number in 0..<30 {
            try seeded.add("a/\(number).jpg") {
                $0.taken = 1_577_880_000 + number * 86_400 * 40
                if number % 2 == 0 { $0.tags["dog"] = 0.9 }
                if number % 3 == 0 { $0.tags["beach"] = 0.6 }
                $0.colors = [number % 5 == 0 ? .blue : .green: 0.5, .red: 0.05]
                $0.camera = number < 10 ? "Canon EOS 80D" : "Pixel 6"
                $0.kind = number == 7 ? "screenshot" : "photo"
            }
        }
        return seeded
    }

    @Test func countsAreThoseOfTheFilters() async throws {
        let gallery = try library().gallery
        let facets = try await gallery.facets("dog", now: 0)
        #expect(facets.total == 15)
        #expect(facets.tags.map(\.name) == ["dog", "beach"])
        #expect(facets.tags.map(\.count) == [15, 5])
        #expect(facets.colors.map(\.name) == ["green", "blue"])
        #expect(facets.kinds.map(\.name) == ["photo"])
        #expect(facets.years.map(\.name) == ["2023", "2022", "2021", "2020"])
        for facet in facets.tags + facets.colors + facets.kinds + facets.years + facets.cameras {
            #expect(try await gallery.search("dog \(facet.query)", now: 0).total == facet.count, "\(facet.query)")
        }
    }

    @Test func countsFollowChanges() async throws {
        let seeded = try library()
        #expect(try await seeded.gallery.facets("", now: 0).tags.first?.count == 15)
        try await seeded.gallery.correct(2, tag: "dog", isRight: true, now: 1)
        try await seeded.gallery.correct(1, tag: "Cat", isRight: true, now: 1)
        let facets = try await seeded.gallery.facets("", now: 0)
        #expect(facets.tags.map(\.name) == ["dog", "beach", "cat"])
        #expect(facets.tags.map(\.count) == [16, 10, 1])
    }

    @Test(arguments: [
        ("do", "dog", "tag:dog ", 15), ("-bea", "beach", "-tag:beach ", 10), ("x tag:be", "beach", "x tag:beach ", 10),
        ("(seas", "seashore", "(seashore ", 10), ("color:b", "blue", "color:blue ", 6),
        ("202", "2023", "date:2023 ", 2),
        ("camera:\"can", "Canon EOS 80D", "camera:\"Canon EOS 80D\" ", 10),
        ("pix", "Pixel 6", "camera:\"Pixel 6\" ", 20),
        ("kind:scr", "screenshot", "kind:screenshot ", 1),
    ])
    func whatIsTypedGoesOn(typed: String, name: String, query: String, count: Int) async throws {
        let suggestions = try await library().gallery.suggestions(typed, now: 0)
        let found = suggestions.first { $0.name == name }
        #expect(found?.query == query, "\(suggestions.map(\.name))")
        #expect(found?.cursor == query.count)
        #expect(found?.count == count)
    }

    @Test func theWordAtTheCursorIsCompleted() async throws {
        let gallery = try library().gallery
        #expect(try await gallery.suggestions("do green", cursor: 2, now: 0).first?.query == "tag:dog green")
        #expect(try await gallery.suggestions("nea", now: 0).first?.query == "near:")
        #expect(try await gallery.suggestions("", now: 0).isEmpty)
        #expect(try await gallery.suggestions("zzz", now: 0).isEmpty)
        #expect(try await gallery.suggestions("\"((-:\"", cursor: 99, now: 0).isEmpty)
        #expect(try await gallery.suggestions("d", limit: 0, now: 0).isEmpty)
    }
}
