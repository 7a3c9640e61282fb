import EspyBarcode

/// Which column of a list of books holds what: told by the names in its header, in several languages.
struct BookColumns {
    private let title: Int?
    private let author: Int?
    private let isbns: [Int]
    private let callNumbers: [Int]

    init(_ header: [String]) {
        let names = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        func columns(_ known: [String]) -> [Int] { known.compactMap(names.firstIndex) }
        title = columns(Self.titleNames).first
        author = columns(Self.authorNames).first
        isbns = columns(Self.isbnNames)
        callNumbers = columns(Self.callNumberNames)
    }

    var hasTitle: Bool { title != nil }
    /// Whether books can be told apart by any of the columns.
    var tellBooks: Bool { hasTitle || !isbns.isEmpty || !callNumbers.isEmpty }

    /// The book of one record, with an empty title where there is none.
    func book(_ record: [String]) -> Catalogue.Book {
        func text(_ column: Int?) -> String? {
            guard let column, column < record.count, !record[column].isEmpty else { return nil }
            return record[column]
        }
        return Catalogue.Book(
            title: text(title) ?? "", author: text(author),
            isbn: isbns.lazy.compactMap { text($0).flatMap(Self.isbn) }.first,
            callNumber: callNumbers.lazy.compactMap(text).first)
    }

    /// Letters and digits only, the first choice first.
    private static let titleNames = [
        "title", "booktitle", "fulltitle", "bibliotitle", "titel", "buchtitel", "titre", "titulo", "título", "titolo",
        "book", "name", "bookname",
    ]
    private static let authorNames = [
        "author", "authors", "primaryauthor", "firstauthor", "mainauthor", "biblioauthor", "creator", "creators",
        "writer", "autor", "autoren", "autorin", "autores", "verfasser", "auteur", "auteurs", "autore", "autori",
        "authorlf", "authorfirstlast",
    ]
    private static let isbnNames = [
        "isbn13", "isbn", "isbns", "isbnuid", "isbnissn", "biblioitemsisbn", "eanisbn13", "ean", "ean13", "isbn10",
        "upcisbn10", "identifier",
    ]
    private static let callNumberNames = [
        "callnumber", "callnumbers", "callno", "itemcallnumber", "itemscallnumber", "itemsitemcallnumber",
        "fullcallnumber",
        "shelfmark", "signatur", "signatura", "segnatura", "cote", "othercallnumber", "lcclassification",
        "lccallnumber",
        "lcc", "deweydecimal", "deweydecimalclassification", "deweyclassification", "dewey", "ddc", "classification",
    ]

    /// Spreadsheets are kept from dropping zeros by `="0441013597"`, and some lists put brackets around.
    private static func isbn(_ text: String) -> ISBN? {
        ISBN(text.filter { !"=\"'[]".contains($0) })
    }
}
