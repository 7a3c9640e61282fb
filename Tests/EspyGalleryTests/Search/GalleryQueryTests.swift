import Espy
import EspyBase
import Testing

struct GalleryQueryTests {
    @Test func wordsMustAllFit() throws {
        #expect(try GalleryQuery("beach dog") == .all([.word("beach"), .word("dog")]))
        #expect(try GalleryQuery("beach AND dog") == .all([.word("beach"), .word("dog")]))
        #expect(try GalleryQuery("  ") == .everything)
    }

    @Test func orBindsLooserThanWords() throws {
        let expected = GalleryQuery.any([.all([.word("a"), .word("b")]), .all([.word("c"), .not(.word("d"))])])
        #expect(try GalleryQuery("a b OR c -d") == expected)
        #expect(try GalleryQuery("(a b) | c NOT d") == expected)
        #expect(try GalleryQuery("or") == .word("or"))
    }

    @Test func conditions() throws {
        #expect(try GalleryQuery("tag:dog") == .filter(.tag("dog")))
        #expect(try GalleryQuery("camera:\"canon eos\"") == .filter(.camera("canon eos")))
        #expect(try GalleryQuery("Colour:Grey") == .filter(.color(.gray)))
        #expect(try GalleryQuery("rating:4..") == .filter(.rating(4...5)))
        #expect(try GalleryQuery("is:blurred has:gps") == .all([.filter(.mark(.blurred)), .filter(.mark(.gps))]))
        let area = try #require(GalleryArea(latitude: 48.1, longitude: 11.6, kilometers: 0.5))
        #expect(try GalleryQuery("near:48.1,11.6,500m") == .filter(.near(area)))
        let may = try #require(GalleryDate(year: 2024, month: 5))
        let july = try #require(GalleryDate(year: 2024, month: 7))
        #expect(try GalleryQuery("date:2024-05..2024-07") == .filter(.date(.span(from: may, through: july))))
        #expect(try GalleryQuery("date:..2024-07") == .filter(.date(.span(from: nil, through: july))))
        #expect(try GalleryQuery("date:may-21") == .filter(.date(.yearly(month: 5, day: 21))))
        #expect(try GalleryQuery("before:2024-05") == .filter(.date(.before(may))))
    }

    @Test(arguments: [
        ("colr:blue", 0, "did you mean color:?"), ("a tag:", 2, "something must follow tag:"),
        ("a (b", 2, "never closed"), ("a) b", 1, "unmatched closing"), ("\"a", 0, "never closed"), ("a OR", 2, "after"),
        ("OR a", 0, "before"), ("dog -", 4, "after"), ("color:blu", 0, "did you mean blue?"), ("()", 1, "before"),
        ("x near:91,0", 2, "latitude"), ("rating:6", 0, "0 to 5"), ("date:2024-13", 0, "2024-05"),
        ("date:2023-02-29", 0, "2024-05"), ("date:2024..2023", 0, "2024-05"), ("near:nan,1", 0, "latitude"),
        ("is:gps", 0, "blurred"), ("\"\"", 0, "nothing between"),
    ])
    func mistakesAreExplained(text: String, position: Int, words: String) throws {
        let error = #expect(throws: GalleryQueryError.self) { try GalleryQuery(text) }
        #expect(error?.position == position, "\(text)")
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test(arguments: [
        "beach dog", "a b OR c -d", "(a OR b) c", "-(a b)", "--a", "\"golden gate\" OR tag:\"ice cream\"",
        "((a OR b) OR c) d",
        "date:2024", "date:2024-05..2024-07", "date:..2024-07-01", "date:2024-05..", "date:may", "date:december-24",
        "before:2024-05-21", "after:1999", "near:48.1,11.6", "near:-48.125,-0.0001,300m", "near:1e-7,2,20000km",
        "place:Rome", "place:\"New York\"",
        "camera:canon lens:50mm", "name:img_1234.jpg", "in:/home/anna", "kind:screenshot", "rating:0..3", "rating:5",
        "is:dark has:text is:duplicate", "similar:12", "similar:\"/a b/c (1).jpg\"", "album:\"On this day\"", "12:30",
        "beac*", "été 東京", "b1\n\u{301}d", "\u{301}\"\u{301} a\"", "\"OR\" a",
    ])
    func whatIsWrittenIsReadTheSame(text: String) throws {
        let query = try GalleryQuery(text)
        #expect(try GalleryQuery(query.description) == query, "\(query)")
    }

    @Test func hugeQueriesAreRefused() {
        #expect(throws: GalleryQueryError.self) { try GalleryQuery(String(repeating: "a", count: 1_001)) }
        #expect(throws: GalleryQueryError.self) { try GalleryQuery(String(repeating: "(", count: 900)) }
        #expect(throws: GalleryQueryError.self) { try GalleryQuery(String(repeating: "-", count: 900) + "a") }
        #expect(throws: GalleryQueryError.self) { try GalleryQuery(String(repeating: "a ", count: 400)) }
        #expect(throws: GalleryQueryError.self) {
            try GalleryQuery("a" + String(repeating: "\u{301}", count: 2_000))
        }
    }

    @Test(arguments: [(0, "1970-01-01"), (19_782, "2024-02-29"), (-1, "1969-12-31"), (11_016, "2000-02-29")])
    func daysAreCounted(number: Int, date: String) async throws {
        let seeded = try SeededGallery()
        try seeded.add("first.jpg") { $0.taken = number * 86_400 }
        try seeded.add("last.jpg") { $0.taken = number * 86_400 + 86_399 }
        try seeded.add("before.jpg") { $0.taken = number * 86_400 - 1 }
        try seeded.add("after.jpg") { $0.taken = number * 86_400 + 86_400 }
        let hits = try await seeded.gallery.search("date:\(date)", now: 0).hits
        #expect(hits.map(\.photo.id) == [2, 1])
        #expect(hits.allSatisfy { $0.why == ["taken \(date)"] })
    }

    /// Times beyond the calendar are moved to its ends.
    @Test(arguments: [(Int.max, 9_999), (Int.min, 1)])
    func oddMomentsHaveAYear(taken: Int, year: Int) async throws {
        let seeded = try SeededGallery()
        try seeded.add("a.jpg") { $0.taken = taken }
        #expect(try await seeded.gallery.timeline("", now: 0)?.map(\.year) == [year])
    }
}
