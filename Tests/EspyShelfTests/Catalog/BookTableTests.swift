import Espy
import Testing

/// The export formats of catalogs, as their importers accept them, and read back as lists.
@Suite struct BookTableTests {
    private static let golden: [BookTableForm: String] = [
        .goodreads: #"""
        Title,Author,ISBN,ISBN13,Bookshelves
        "Small, but ""Worlds""",Duncan Watts,"=""0691117047""","=""9780691117041""",Study
        '=Winter,,"=""""","=""""",
        Read Surely,,"=""""","=""""",

        """#,
        .librarything: #"""
        TITLE,"AUTHOR (first, last)",ISBN,TAGS
        "Small, but ""Worlds""",Duncan Watts,9780691117041,Study
        '=Winter,,,
        Read Surely,,,

        """#,
        .libib: #"""
        item_type,title,creators,ean_isbn13,upc_isbn10,notes
        book,"Small, but ""Worlds""",Duncan Watts,9780691117041,0691117047,Study

        """#,
        .bookbuddy: #"""
        Title,Author,ISBN,Physical Location
        "Small, but ""Worlds""",Duncan Watts,9780691117041,Study
        '=Winter,,,
        Read Surely,,,

        """#,
    ]

    private func table(_ form: BookTableForm) throws -> BookTable {
        let isbn = try #require(ISBN("9780691117041"))
        let quad = Quad(Rect(x: 0, y: 0, width: 9, height: 90))
        func spine(_ id: Int, _ reading: Shelf.Reading?) -> Shelf.Spine {
            Shelf.Spine(id: id, quad: quad, row: 0, confidence: 1, reading: reading)
        }
        let known = Shelf.CatalogMatch(
            index: 4, title: "Small, but \"Worlds\"", author: "Duncan Watts", isbn: isbn, confidence: 0.9)
        let danger = Shelf.CatalogMatch(index: 5, title: "=Winter", confidence: 0.9)
        var table = BookTable(form)
        table.add(
            Shelf(width: 9, height: 90, spines: [spine(1, .init(text: "SMALL WORLDS", confidence: 0.4, book: known))]),
            place: "Study")
        table.add(
            Shelf(
                width: 9, height: 90,
                spines: [
                    spine(2, .init(text: "WINTER", confidence: 0.4, book: danger)),
                    spine(3, .init(text: "Read Surely", confidence: 0.9)),
                    spine(4, .init(text: "Gu3s5", confidence: 0.3)),
                    spine(5, nil),
                ]))
        return table
    }

    @Test(arguments: BookTableForm.allCases) func tableIsAsTheCatalogTakesIt(form: BookTableForm) throws {
        let table = try table(form)
        #expect(table.table().text() == Self.golden[form]?.replacing("\n", with: "\r\n"))
        #expect(table.leftOut == (form.needsISBN ? 4 : 2))
    }

    /// A written table can be read again by the names of its columns.
    @Test(arguments: BookTableForm.allCases) func tableComesBack(form: BookTableForm) throws {
        let books = try Catalog(csv: Array(try table(form).table().text().utf8)).books
        #expect(books.count == (form.needsISBN ? 1 : 3))
        #expect(books.first?.title == "Small, but \"Worlds\"")
        #expect(books.first?.author == "Duncan Watts")
        #expect(books.first?.isbn?.value == "9780691117041")
    }
}
