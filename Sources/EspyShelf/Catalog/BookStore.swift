public import EspyBarcode
public import EspyStore
import Synchronization

/// A book database in a file, for lists that do not fit into memory. ``BookStoreBuilder`` makes it from a dump; books
/// are looked up by number and by the words of titles and authors.
///
/// A spine is first looked up by its longer words, which gives a few dozen books; the rules for lists in memory then
/// choose among them.
public final class BookStore: BookMatcher {
    private let database: Mutex<Database>

    /// The application ID that identifies these files: "Book".
    static let identity: Int32 = 0x426F_6F6B

    static let migrations = [
        """
        CREATE TABLE books(id INTEGER PRIMARY KEY, isbn INTEGER NOT NULL UNIQUE, title TEXT NOT NULL, author TEXT, \
        writer INTEGER);
        CREATE TABLE writers(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5(title, author, content='books', content_rowid='id', \
        tokenize="unicode61 remove_diacritics 2");
        """
    ]

    /// The bytes that files of this kind begin with.
    public static let magic = Array("SQLite format 3\0".utf8)

    /// Maximum number of words of a spine that are looked up, longest first, and of books that they may lead to.
    private static let mostWords = 8
    private static let mostBooks = 60

    /// - Throws: if the file is not of this kind, or cannot be read.
    public init(_ path: String) throws(StoreError) {
        database = Mutex(try Database(path: path, identity: Self.identity, migrations: Self.migrations))
    }

    public func book(_ isbn: ISBN) -> Shelf.CatalogMatch? {
        guard let number = Int(isbn.value) else { return nil }
        let found = rows("SELECT id, isbn, title, author FROM books WHERE isbn = ?", [.integer(number)])
        return found.first.map { row in
            Shelf.CatalogMatch(
                index: row.id - 1, title: row.book.title, author: row.book.author, isbn: isbn, confidence: 1)
        }
    }

    public func match(_ text: String) -> Shelf.CatalogMatch? {
        let words = Set(Tokens.of(text).filter { $0.count >= 4 }).sorted { ($1.count, $0) < ($0.count, $1) }
        guard !words.isEmpty else { return nil }
        // Each word is quoted, so that none acts as an operator.
        let query = words.prefix(Self.mostWords).map { "\"\($0)\"" }.joined(separator: " OR ")
        let found = rows(
            """
            SELECT books.id, isbn, books.title, books.author FROM words JOIN books ON books.id = words.rowid \
            WHERE words MATCH ? ORDER BY rank LIMIT \(Self.mostBooks)
            """, [.text(query)])
        guard var match = Catalog(found.map(\.book)).match(text) else { return nil }
        match.index = found[match.index].id - 1
        return match
    }

    private struct Found: Sendable {
        var id: Int
        var book: Catalog.Book
    }

    /// Rows that cannot be read count as not found: a damaged file does not stop the reading of a shelf.
    private func rows(_ sql: String, _ parameters: [Parameter]) -> [Found] {
        database.withLock { database in
            let found = try? database.query(sql, parameters) { (row) throws(StoreError) in
                Found(
                    id: try row.integer(0),
                    book: Catalog.Book(
                        title: try row.text(2), author: try row.optionalText(3), isbn: ISBN("\(try row.integer(1))")))
            }
            return found ?? []
        }
    }
}
