import EspyStore
import Foundation

/// A named list of books for checking shelves.
public struct BookList: Sendable, Equatable, Encodable, Identifiable {
    public let id: String
    public let name: String
    /// When it was stored, in seconds since 1970.
    public let time: Int
    /// The number of books in it.
    public let books: Int

    /// Maximum length of a name, in UTF-8 bytes.
    public static let longestName = 120

    /// Normalizes a name: white space becomes a single blank, and is removed at the ends.
    ///
    /// - Returns: nil for an empty name, or one longer than ``longestName``.
    public static func name(_ text: String) -> String? {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return name.isEmpty || name.utf8.count > longestName ? nil : name
    }

    /// Maximum number of stored lists.
    public static let most = 200
    /// Maximum size of a list, in bytes.
    public static let mostBytes = 16 << 20
}

extension History {
    /// The stored lists, sorted by name.
    public func bookLists() throws(HistoryError) -> [BookList] {
        try use { (database) throws(StoreError) in
            try database.query("SELECT id, name, time, books FROM book_list ORDER BY name") {
                (row) throws(StoreError) in
                BookList(
                    id: try row.text(0), name: try row.text(1), time: try row.integer(2), books: try row.integer(3))
            }
        }
    }

    /// The CSV file of a list, as it was stored.
    public func bookList(_ id: String) throws(HistoryError) -> [UInt8] {
        let found = try use { (database) throws(StoreError) in
            try database.query("SELECT csv FROM book_list WHERE id = ?", [.text(id)]) {
                (row) throws(StoreError) in try row.bytes(0)
            }
        }
        guard let csv = found.first else { throw .notFound(id) }
        return csv
    }

    /// Stores a list, replacing one with the same name.
    ///
    /// - Parameters:
    ///   - csv: a file that ``ShelfList/init(csv:)`` accepts.
    ///   - books: the number of books in it.
    ///   - time: seconds since 1970.
    /// - Throws: ``HistoryError/full`` when the maximum number of lists is stored.
    public func keepBookList(
        _ name: String, csv: [UInt8], books: Int, at time: Int
    ) throws(HistoryError) -> BookList {
        let known = try bookLists()
        guard known.count < BookList.most || known.contains(where: { $0.name == name }) else { throw .full }
        let list = BookList(
            id: known.first { $0.name == name }?.id ?? UUID().uuidString.lowercased(), name: name, time: time,
            books: books)
        _ = try use { (database) throws(StoreError) in
            try database.execute(
                "INSERT OR REPLACE INTO book_list (id, name, time, books, csv) VALUES (?, ?, ?, ?, ?)",
                [.text(list.id), .text(name), .integer(time), .integer(books), .bytes(csv)])
        }
        return list
    }

    /// - Throws: ``HistoryError/notFound(_:)``
    public func removeBookList(_ id: String) throws(HistoryError) {
        let gone = try use { (database) throws(StoreError) in
            try database.execute("DELETE FROM book_list WHERE id = ?", [.text(id)])
        }
        guard gone > 0 else { throw .notFound(id) }
    }
}
