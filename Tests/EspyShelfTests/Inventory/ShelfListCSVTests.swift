import Espy
import Testing

/// Lists for inventories, as catalogs export them.
@Suite struct ShelfListCSVTests {
    @Test(arguments: [
        // Goodreads
        "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating\n1,Small Worlds,Duncan Watts,\"Watts, D\",,"
            + "\"=\"\"0691117047\"\"\",\"=\"\"9780691117041\"\"\",0\n",
        // LibraryThing, with tabs
        "Book Id\tTitle\tSort Character\tPrimary Author\tISBN\tISBNs\n1\tSmall Worlds\t1\tDuncan Watts\t[9780691117041]\t\n",
        // Libib
        "item_type,title,creators,ean_isbn13,upc_isbn10,call_number\nbook,Small Worlds,Duncan Watts,9780691117041,0691117047,\n",
        // Koha
        "biblio.title;biblio.author;biblioitems.isbn;items.itemcallnumber\nSmall Worlds;Duncan Watts;9780691117041;\n",
    ])
    func columnsAreFound(text: String) throws {
        let list = try ShelfList(csv: Array(text.utf8))
        let isbn = try #require(ISBN("9780691117041"))
        #expect(list.books == [.init(title: "Small Worlds", author: "Duncan Watts", isbn: isbn)])
    }

    @Test func callNumbersAloneAreEnough() throws {
        let list = try ShelfList(csv: Array("Barcode,Item call number\n1,QA9 .B2\n2,\n3,QA76 .A1\n".utf8))
        #expect(list.books.map(\.callNumber) == ["QA9 .B2", "QA76 .A1"])
        let dewey = try ShelfList(csv: Array("title,Dewey Decimal\nA,813.54\n".utf8))
        #expect(dewey.books.map(\.callNumber) == ["813.54"])
    }

    @Test func listsWithoutBooksAreRefused() {
        #expect(throws: CatalogError.noBookColumn(columns: ["year", "pages"])) {
            try ShelfList(csv: Array("year,pages\n1999,200\n".utf8))
        }
        #expect(throws: CatalogError.empty) { try ShelfList(csv: []) }
        #expect(throws: CatalogError.notText) { try ShelfList(csv: [0x50, 0, 0, 4, 0, 0]) }
    }
}
