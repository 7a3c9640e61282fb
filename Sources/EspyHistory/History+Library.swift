public import EspyShelf
import EspyStore

extension History {
    /// All books in all stored photos of shelves, each once, with the user's corrections.
    ///
    /// The library is not stored: it is computed from the entries, in a fraction of a second for ten thousand books.
    public nonisolated func library() async throws(HistoryError) -> BookLibrary {
        let (rows, said) = try await shelves()
        return BookLibrary(rows.compactMap(\.photo), said: said)
    }

    /// Records whether two sightings are the same book.
    ///
    /// - Parameter isSame: nil removes the record.
    /// - Throws: ``HistoryError/notFound(_:)`` if there is no such entry.
    public func say(
        _ one: BookSighting.ID, _ other: BookSighting.ID, areSame isSame: Bool?
    ) throws(HistoryError) {
        let (first, second) = (one.text < other.text) ? (one, other) : (other, one)
        let places = (try entry(exactly: first.entry).position, try entry(exactly: second.entry).position)
        let key: [Parameter] = [
            .integer(places.0), .integer(first.spine), .integer(places.1), .integer(second.spine),
        ]
        try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                try database.execute(
                    "DELETE FROM same_book WHERE one = ? AND one_spine = ? AND other = ? AND other_spine = ?", key)
                guard let isSame else { return }
                try database.execute(
                    "INSERT INTO same_book (one, one_spine, other, other_spine, same) VALUES (?, ?, ?, ?, ?)",
                    key + [Parameter(isSame)])
            }
        }
    }

    /// A shelf in the history's tables.
    struct ShelfRow {
        var id: String
        var title: String
        var time: Int
        var place: String?
        var result: String
        var corrections: String?

        /// Nil for an invalid result: one damaged entry does not hide others.
        var photo: ShelvedPhoto? {
            guard let shelf = HistoryJSON.value(Shelf.self, result) else { return nil }
            let said = corrections.flatMap { HistoryJSON.value(ShelfCorrections.self, $0) }
            return ShelvedPhoto(
                entry: id, title: title, time: time, place: place.flatMap(ShelfPlace.init),
                shelf: said.flatMap(shelf.corrected) ?? shelf)
        }
    }

    private func shelves() throws(HistoryError) -> ([ShelfRow], [BookLibrary.Word]) {
        try use { (database) throws(StoreError) in
            try database.snapshot { () throws(StoreError) in
                (try Self.shelves(in: database), try Self.said(in: database))
            }
        }
    }

    private static func shelves(in database: Database) throws(StoreError) -> [ShelfRow] {
        try database.query(
            """
            SELECT id, title, time, place, result.json, correction.json
            FROM entry JOIN result USING (position) LEFT JOIN correction USING (position)
            WHERE kind = 'shelf' AND deleted IS NULL ORDER BY position
            """
        ) { (row) throws(StoreError) in
            ShelfRow(
                id: try row.text(0), title: try row.text(1), time: try row.integer(2), place: try row.optionalText(3),
                result: try row.text(4), corrections: try row.optionalText(5))
        }
    }

    private static func said(in database: Database) throws(StoreError) -> [BookLibrary.Word] {
        try database.query(
            """
            SELECT a.id, one_spine, b.id, other_spine, same FROM same_book
            JOIN entry AS a ON a.position = one JOIN entry AS b ON b.position = other ORDER BY same_book.rowid
            """
        ) { (row) throws(StoreError) in
            BookLibrary.Word(
                .init(entry: try row.text(0), spine: try row.integer(1)),
                .init(entry: try row.text(2), spine: try row.integer(3)), isSame: try row.integer(4) != 0)
        }
    }
}
