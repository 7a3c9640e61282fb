import EspyStore
import Foundation

/// A list of books that shelves are checked against, by name.
public struct BookList: Sendable, Equatable, Encodable, Identifiable {
    public let id: String
    public let name: String
    /// When it was kept, in seconds since 1970.
    public let time: Int
    /// How many books are in it.
    public let books: Int

    /// UTF-8 bytes of a name.
    public static let longestName = 120

    /// The name that a text is: white space is a blank, and none is at its ends.
    ///
    /// - Returns: nil where nothing is left, or more than ``longestName``.
    public static func name(_ text: String) -> String? {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return name.isEmpty || name.utf8.count > longestName ? nil : name
    }

    /// Of lists that are kept.
    public static let most = 200
    /// Bytes of one list.
    public static let mostBytes = 16 << 20
}

extension History {
    /// The lists that are kept, by name.
    public func bookLists() throws(HistoryError) -> [BookList] {
        try use { (database) throws(StoreError) in
            try database.query("SELECT id, name, time, books FROM book_list ORDER BY name") {
                (row) throws(StoreError) in
                BookList(
                    id: try row.text(0), name: try row.text(1), time: try row.integer(2), books: try row.integer(3))
            }
        }
    }

    /// The file of a list as it was given, CSV.
    public func bookList(_ id: String) throws(HistoryError) -> [UInt8] {
        let found = try use { (database) throws(StoreError) in
            try database.query("SELECT csv FROM book_list WHERE id = ?", [.text(id)]) {
                (row) throws(StoreError) in try row.bytes(0)
            }
        }
        guard let csv = found.first else { throw .notFound(id) }
        return csv
    }

    /// Keeps a list, in place of one of the same name.
    ///
    /// - Parameters:
    ///   - csv: that ``ShelfList/init(csv:)`` takes.
    ///   - books: how many it has.
    ///   - time: seconds since 1970.
    /// - Throws: ``HistoryError/full`` where there are as many as are kept.
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
