import Espy
import EspyBase
import EspySheets
import EspySystem
import EspyTestSupport
import Foundation
import Testing

/// Lists of books as exported by spreadsheets, library systems and websites.
@Suite struct BookFileTests {
    private func list(_ text: String) throws -> ShelfList { try ShelfList(csv: Array(text.utf8)) }

    @Test(arguments: [
        // BookWyrm
        "title,author_text,remote_id,isbn_10,isbn_13\nSmall Worlds,Duncan Watts,x,,9780691117041",
        // Book Catalogue
        "\"_id\",\"author_details\",\"title\",\"isbn\"\n1,Duncan Watts,Small Worlds,9780691117041",
        // Calibre
        "authors,title,identifiers,isbn\nDuncan Watts,Small Worlds,\"goodreads:1,isbn:9780691117041\",",
        // StoryGraph
        "Title,Authors,Contributors,ISBN/UID,Format\nSmall Worlds,Duncan Watts,,9780691117041,paperback",
        "タイトル,著者,ISBN\nSmall Worlds,Duncan Watts,9780691117041",
        "ﾀｲﾄﾙ,著者名,ＩＳＢＮ\nSmall Worlds,Duncan Watts,9780691117041",
        "书名;作者;ISBN\nSmall Worlds;Duncan Watts;9780691117041", "제목;저자;ISBN\nSmall Worlds;Duncan Watts;9780691117041",
        "Название;Автор;ISBN\nSmall Worlds;Duncan Watts;9780691117041",
        "Titel;Autor;ISBN-Nummer\nSmall Worlds;Duncan Watts;9780691117041",
        "TÍTULO;AUTOR/A;ISBN\nSmall Worlds;Duncan Watts;9780691117041",
        "245$a|100$a|020$a\nSmall Worlds|Duncan Watts|9780691117041 (pbk.)",
        "Title,\"Author (Last, First)\",ISBNs\nSmall Worlds,Duncan Watts,\"0691117047, 9780691117041\"",
        "sep=;\ntitle;author;isbn\nSmall Worlds;Duncan Watts;9780691117041",
        "My books, all of them\n\nTitle;Author;ISBN\nSmall Worlds;Duncan Watts;9780691117041",
        "Title|Author|ISBN\nSmall Worlds|Duncan Watts|0691117047 (pbk.) : £5.99",
        "Title,Author,ISBN\nSmall Worlds,Duncan Watts,0691117047 | 9780691117041",
        "Title,Author,ISBN\n=\"Small Worlds\",Duncan Watts,\"=\"\"9780691117041\"\"\"",
        "Title,Author,ISBN\nSmall Worlds,Duncan Watts,9.780691117041E+12",
        "Title,Author,ISBN\nSmall Worlds,Duncan Watts,9780691117041.0",
    ])
    func exportsAreRead(text: String) throws {
        let list = try list(text)
        #expect(list.books.map(\.title) == ["Small Worlds"])
        #expect(list.books[0].author == "Duncan Watts")
        #expect(list.books[0].isbn?.value == "9780691117041")
        #expect(list.books[0].otherISBNs.isEmpty)
        #expect(list.notes.isEmpty)
    }

    @Test func zerosOfISBNsAreToldOnce() throws {
        let list = try list("Title,ISBN\nA,691117047\nB,306401002.0\nC,9780306401015\nD,306401003\n")
        #expect(list.books.map(\.isbn?.value) == ["9780691117041", "9780306401008", "9780306401015", nil])
        #expect(
            list.notes == [ListNote(.isbnZerosLost, count: 2), ListNote(.unreadISBNs, count: 1, sample: "306401003")])
    }

    @Test func listsWithoutISBNsSaySo() throws {
        let none = try list("Title,ISBN (13)\nA,unknown\nB,\n")
        #expect(none.notes == [ListNote(.noISBN, sample: "ISBN (13)")])
        let rounded = try list("Title,ISBN\nA,9.78031E+12\nB,9780306401008\n")
        #expect(rounded.notes == [ListNote(.digitsLost, count: 1, sample: "9.78031E+12")])
        // Websites put their own numbers and those of periodicals into the column. That is not an error.
        let mixed = try list(
            "Title,ISBN/UID\nA,9780306401008\nB,0b7a1b6e-8a43-4d2c-9d5c-1f0a2b3c4d5e\nC,\nD,0028-0836\n")
        #expect(mixed.notes.isEmpty)
        #expect(try self.list("Title,Year\nA,1999\n").notes.isEmpty)
    }

    @Test func editionsOfOneBookAreAllKnown() throws {
        let text = "Title,ISBN\nA,9780306401008 (pbk.) | 9780306401015 (hbk.)\nB,9780691117041\n"
        let other = try #require(ISBN("9780306401015"))
        let catalog = try Catalog(csv: Array(text.utf8))
        #expect(catalog.books[0].isbn?.value == "9780306401008")
        #expect(catalog.books[0].otherISBNs == [other])
        #expect(catalog.book(other)?.title == "A")
    }

    @Test func apostrophesOfTitlesAreKept() throws {
        let titles = try list("Title,Author\n'Tis Pity,'=x\n'=Winter,\"O'Neil\"\n").books
        #expect(titles.map(\.title) == ["'Tis Pity", "=Winter"])
        #expect(titles.map(\.author) == ["=x", "O'Neil"])
    }

    @Test func sheetsAreRead() throws {
        let lines = [
            ["My shelf"], ["Title", "Author", "ISBN"], ["Small Worlds", "Duncan Watts", "0691117047 (pbk.)"],
        ]
        let catalog = try Catalog(csv: try SheetWriter.xlsx(lines, name: "books"))
        #expect(catalog.books.map(\.isbn?.value) == ["9780691117041"])
        #expect(catalog.notes.isEmpty)
    }

    @Test func encodingsAreFoundOrAskedFor() throws {
        let western = Array("Title,Author\nM".utf8) + [0xFC] + Array("ller,D".utf8) + [0x92] + Array("Arcy\n".utf8)
        #expect(try Catalog(csv: western).books == [.init(title: "Müller", author: "D’Arcy")])
        #expect(try Catalog(csv: western, encoding: .windows1251).books[0].title == "Mьller")
        #expect(throws: CatalogError.notEncoded(.utf8)) { try Catalog(csv: western, encoding: .utf8) }
        let wide: [UInt8] =
            [0xFF, 0xFE] + "Title\tAuthor\r\n书名\tÉ\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(try ShelfList(csv: wide).books == [.init(title: "书名", author: "É")])
        // Two letters that are words in two encodings: one is chosen, with a note.
        let unsure = Array("Title,Author\nDvo".utf8) + [0xF8] + Array("k,x\n".utf8)
        #expect(try ShelfList(csv: unsure).notes.map(\.kind) == [.encodingGuessed])
    }

    @Suite(.enabled(if: PhotoSets.has("reports/cases.json"), "no shared/data beside the repository"))
    struct Reported {
        @Test(arguments: [
            "books-pbk.csv", "books-two-numbers.csv", "books-identifiers.csv", "books-sep-line.csv",
            "books-author-text.csv",
        ])
        func booksHaveTheirNumbers(name: String) throws {
            let catalog = try Catalog(csv: try PhotoSets.bytes("reports/\(name)"))
            #expect(catalog.books.count == 16)
            #expect(catalog.books.allSatisfy { $0.author != nil && $0.isbn != nil })
            #expect(catalog.books[3].title == "The Grey Whale")
            #expect(catalog.books[3].author == "R. Barberg")
            #expect(catalog.books[0].isbn?.value == "9780306401008")
            #expect(catalog.notes.isEmpty)
        }

        @Test func lettersOfWindows() throws {
            let catalog = try Catalog(csv: try PhotoSets.bytes("reports/books-cp1252.csv"))
            #expect(catalog.books.allSatisfy { $0.author == "D’Arcy Œuvre – €" })
        }

        @Test func dumpWithPrefixAndQualifier() throws {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("dump-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let builder = try BookStoreBuilder(path)
            for line in try PhotoSets.bytes("reports/dump.txt").split(separator: 0x0A) { try builder.add(line) }
            try builder.finish()
            #expect(builder.counts.books == 2)
            let store = try BookStore(path)
            #expect(store.book(try #require(ISBN("9780306401008")))?.title == "The Grey Whale")
            #expect(store.book(try #require(ISBN("0306401010")))?.title == "A Modern Marsh")
        }
    }
}
