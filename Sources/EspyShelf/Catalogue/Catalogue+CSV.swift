import EspyBarcode
import EspyBase

extension Catalogue {
    /// Reads a list that has a header: which column holds what is told by names such as Title, Author(s) and ISBN13, in
    /// any order and several languages. Lines without a title are left out, numbers that are no ISBN as well.
    ///
    /// - Parameter bytes: CSV with commas, semicolons or tabs, as Goodreads, LibraryThing and spreadsheets write it.
    /// - Throws: ``CatalogueError``
    public init(csv bytes: [UInt8]) throws(CatalogueError) {
        guard bytes.count <= Self.mostBytes else { throw .tooManyBytes(bytes.count, limit: Self.mostBytes) }
        let records = try CSVRecords(bytes, limit: Self.mostBooks + 1).records
        guard let header = records.first else { throw .empty }
        let names = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        func columns(_ known: [String]) -> [Int] { known.compactMap(names.firstIndex) }
        guard let title = columns(Self.titleNames).first else {
            throw .noTitleColumn(columns: Array(header.prefix(12)))
        }
        let author = columns(Self.authorNames).first
        let isbns = columns(Self.isbnNames)
        self.init(
            records.dropFirst().compactMap { record in
                func text(_ column: Int?) -> String? {
                    guard let column, column < record.count, !record[column].isEmpty else { return nil }
                    return record[column]
                }
                guard let title = text(title) else { return nil }
                let isbn = isbns.lazy.compactMap { text($0).flatMap(Self.isbn) }.first
                return Book(title: title, author: text(author), isbn: isbn)
            })
    }

    /// Letters and digits only, the first choice first.
    private static let titleNames = [
        "title", "booktitle", "fulltitle", "titel", "buchtitel", "titre", "titulo", "título", "titolo", "book", "name",
        "bookname",
    ]
    private static let authorNames = [
        "author", "authors", "primaryauthor", "firstauthor", "mainauthor", "creator", "creators", "writer", "autor",
        "autoren", "autorin", "autores", "verfasser", "auteur", "auteurs", "autore", "autori", "authorlf",
    ]
    private static let isbnNames = [
        "isbn13", "isbn", "isbns", "isbnuid", "isbnissn", "eanisbn13", "ean", "ean13", "isbn10", "identifier",
    ]

    /// Spreadsheets are kept from dropping zeros by `="0441013597"`, and some lists put brackets around.
    private static func isbn(_ text: String) -> ISBN? {
        ISBN(text.filter { !"=\"'[]".contains($0) })
    }
}
