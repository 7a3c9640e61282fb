import Espy
import EspyStore
import Foundation
import Testing

@Suite final class BookStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("books-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var path: String { folder.appendingPathComponent("books.sqlite").path }

    private func line(_ type: String, _ key: String, _ json: String) -> ArraySlice<UInt8> {
        Array("/type/\(type)\t\(key)\t3\t2020-01-01T00:00:00\t\(json)".utf8)[...]
    }

    private func build(_ lines: [ArraySlice<UInt8>]) throws -> BookStoreBuilder.Counts {
        let builder = try BookStoreBuilder(path)
        for line in lines { try builder.add(line) }
        try builder.finish()
        return builder.counts
    }

    private func edition(_ number: Int, _ title: String, isbn: String, author: Int? = nil) -> ArraySlice<UInt8> {
        let authors = author.map { ", \"authors\": [{\"key\": \"/authors/OL\($0)A\"}]" } ?? ""
        return line("edition", "/books/OL\(number)M", "{\"title\": \"\(title)\", \"isbn_13\": [\"\(isbn)\"]\(authors)}")
    }

    @Test func booksAreFoundByNumberAndByWords() throws {
        // Authors may follow the books that they wrote.
        let counts = try build([
            edition(1, "Small Worlds", isbn: "9780691117041", author: 7),
            edition(2, "Winter Garden", isbn: "9780306406157"),
            edition(3, "Winter Light", isbn: "9781861972712", author: 8),
            line("work", "/works/OL1W", "{\"title\": \"Small Worlds\"}"),
            line("author", "/authors/OL7A", "{\"name\": \"Duncan Watts\"}"),
        ])
        #expect(counts.lines == 5)
        #expect(counts.books == 3)
        #expect(counts.damaged == 0)
        #expect(counts.other == 1)
        let store = try BookStore(path)
        let isbn = try #require(ISBN("0-691-11704-7"))
        #expect(store.book(isbn)?.title == "Small Worlds")
        #expect(store.book(isbn)?.author == "Duncan Watts")
        #expect(store.match("SMALL WORLDS watts")?.isbn == isbn)
        #expect(store.match("winter gardem")?.title == "Winter Garden")
        #expect(store.match("winter") == nil)
        #expect(store.match("") == nil)
        #expect(store.match("\" OR * NEAR(") == nil)
    }

    @Test func firstOfOneNumberIsTheBook() throws {
        let counts = try build([
            edition(1, "First", isbn: "9780691117041"), edition(2, "Second", isbn: "9780691117041"),
        ])
        #expect(counts.books == 1)
        #expect(try BookStore(path).book(try #require(ISBN("9780691117041")))?.title == "First")
    }

    @Test(arguments: [
        ("The Grey ", "Whale", "The Grey Whale"), ("L'", "Arlésienne", "L'Arlésienne"), ("A", "Amber", "A Amber"),
        ("The", "The Whale", "The Whale"), ("", "Whale", "Whale"),
    ])
    func prefixesOfTitles(prefix: String, title: String, whole: String) throws {
        let json =
            "{\"title\": \"\(title)\", \"title_prefix\": \"\(prefix)\", \"isbn_10\": [\"x\", \"0306401002 (pbk.)\"]}"
        #expect(try build([line("edition", "/books/OL1M", json)]).books == 1)
        #expect(try BookStore(path).book(try #require(ISBN("9780306401008")))?.title == whole)
    }

    @Test func hostileLinesAreLeftOut() throws {
        let deep = String(repeating: "[", count: 100_000)
        let broken: [UInt8] = [0xFF, 0x00, 0x09, 0x09, 0x09, 0x09, 0x7B]
        let long = "{\"title\": \"" + String(repeating: "x", count: 2 << 20) + "\"}"
        let bad: [ArraySlice<UInt8>] = [
            Array("no tabs".utf8)[...], Array("/type/edition\t\t\t\t".utf8)[...], broken[...],
            line("edition", "/books/OL1M", "{\"title\": 5, \"isbn_13\": [\"9780691117041\"]}"),
            line("edition", "/books/OL1M", deep), line("author", "/authors/OLxA", "{\"name\": \"N\"}"),
            line("author", "../../OL1A", "{\"name\": \"N\"}"), line("edition", "k", long),
        ]
        let other: [ArraySlice<UInt8>] = [
            line("edition", "/books/OL1M", "{\"title\": \"No number\"}"),
            line("edition", "/books/OL1M", "{\"title\": \"Wrong number\", \"isbn_13\": [\"9780691117042\"]}"),
            line("edition", "/books/OL1M", "{\"title\": \"A\\u0000B\", \"isbn_13\": [\"9780691117041\"]}"),
            line("edition", "/books/OL1M", "{\"isbn_13\": [\"9780691117041\"]}"),
        ]
        let counts = try build(bad + other + [edition(2, "'); DROP TABLE books; --", isbn: "9780306406157")])
        #expect(counts.lines == bad.count + other.count + 1)
        #expect(counts.books == 1)
        #expect(counts.damaged == bad.count)
        #expect(counts.other == other.count)
        #expect(try BookStore(path).book(try #require(ISBN("9780306406157")))?.title == "'); DROP TABLE books; --")
    }

    @Test func otherFilesAreRefused() throws {
        try Data("SQLite format 3\0 but no more".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.self) { try BookStore(path) }
    }

    @Test func manyBooksAreLookedUp() throws {
        let count = 30_000
        func isbn(_ number: Int) -> String {
            let digits = "978" + String(repeating: "0", count: 9 - "\(number)".count) + "\(number)"
            let sum = digits.utf8.enumerated().reduce(0) { $0 + (Int($1.element) - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
            return digits + "\((10 - sum % 10) % 10)"
        }
        let lines = (0..<count).map { edition($0 + 1, "Word\($0 / 7)x Other\($0 % 7)y", isbn: isbn($0)) }
        #expect(try build(lines).books == count)
        let store = try BookStore(path)
        for number in stride(from: 3, to: count, by: 997) {
            let found = store.match("WORD\(number / 7)X OTHER\(number % 7)Y")
            #expect(found?.isbn?.value == isbn(number), "\(number)")
        }
    }
}
