import EspyBarcode
public import EspyBase

/// The import formats of book catalogs.
public enum BookTableForm: String, Sendable, Codable, CaseIterable {
    case goodreads, librarything, libib, bookbuddy

    /// Whether lines without a number are useless there.
    public var needsISBN: Bool { self == .libib }

    /// The columns, by the catalog's names.
    var columns: [String] {
        switch self {
        case .goodreads: ["Title", "Author", "ISBN", "ISBN13", "Bookshelves"]
        case .librarything: ["TITLE", "AUTHOR (first, last)", "ISBN", "TAGS"]
        case .libib: ["item_type", "title", "creators", "ean_isbn13", "upc_isbn10", "notes"]
        case .bookbuddy: ["Title", "Author", "ISBN", "Physical Location"]
        }
    }

    /// - Parameter place: where the book is.
    func fields(_ book: Catalog.Book, place: String) -> [String] {
        let (title, author) = (CSV.defused(book.title), CSV.defused(book.author ?? ""))
        let (long, short) = (book.isbn?.value ?? "", book.isbn?.ten ?? "")
        let place = CSV.defused(place)
        return switch self {
        // Written the way Goodreads exports it: spreadsheets do not turn a text formula into a number.
        case .goodreads: [title, author, Self.text(short), Self.text(long), place]
        case .librarything: [title, author, long, place]
        case .libib: ["book", title, author, long, short, place]
        case .bookbuddy: [title, author, long, place]
        }
    }

    private static func text(_ number: String) -> String { "=\"\(number)\"" }
}

/// A table of the books on shelves, in a catalog's import format.
public struct BookTable: Sendable {
    public let form: BookTableForm
    public private(set) var books: [Catalog.Book] = []
    private var places: [String] = []
    /// Number of spines left out: no title that was read reliably, or no number where one is needed.
    public private(set) var leftOut = 0

    public init(_ form: BookTableForm) { self.form = form }

    /// Adds the books of a shelf: matches from the user's list as the list has them, others by what was read on the
    /// spine if that is reliable.
    public mutating func add(_ shelf: Shelf, place: String = "") {
        for spine in shelf.spines { add(spine.book, place: place) }
    }

    /// - Parameter book: nil if nothing about it is certain.
    public mutating func add(_ book: Catalog.Book?, place: String = "") {
        guard let book, !form.needsISBN || book.isbn != nil else {
            leftOut += 1
            return
        }
        books.append(book)
        places.append(place)
    }

    public func table() -> CSVTable {
        CSVTable(columns: form.columns, rows: zip(books, places).map { form.fields($0, place: $1) })
    }
}

extension Shelf.Spine {
    /// The book as a catalog takes it; nil if nothing about it is certain.
    package var book: Catalog.Book? {
        if let found = reading?.book {
            return Catalog.Book(title: found.title, author: found.author, isbn: isbn ?? found.isbn)
        }
        let title = reading.flatMap { $0.isSure && !$0.text.isEmpty ? $0.text : nil }
        guard title != nil || isbn != nil else { return nil }
        return Catalog.Book(title: title ?? "", isbn: isbn)
    }
}
