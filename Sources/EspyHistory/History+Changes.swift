import EspyStore

extension History {
    /// Marks an entry as a favorite, or as none any more; then it is among the next to go.
    public func setFavorite(_ isFavorite: Bool, of id: String) throws(HistoryError) {
        try change(id, HistoryChange(isFavorite: isFavorite))
    }

    /// Writes what the user has to say about an entry; nil takes it away.
    public func setNote(_ note: String?, of id: String) throws(HistoryError) {
        try change(id, HistoryChange(note: .some(note)))
    }

    /// Writes down who has checked an entry; nil for nobody.
    public func setConfirmation(
        _ confirmation: HistoryEntry.Confirmation?, of id: String, by author: HistoryAuthor
    ) throws(HistoryError) {
        try change(id, HistoryChange(confirmation: .some(confirmation)), by: author)
    }

    /// Makes several changes to an entry: all of them, or none. What they change about the result is written into its list
    /// (``audit(_:)``).
    ///
    /// - Parameter author: who makes them; nil is only for what is no part of the result, such as a note.
    /// - Returns: the entry as it is then.
    @discardableResult
    public func change(
        _ id: String, _ change: HistoryChange, by author: HistoryAuthor? = nil
    ) throws(HistoryError) -> HistoryEntry {
        guard author != nil || change.corrections == nil && change.confirmation == nil else { throw .noAuthor }
        let entry = try entry(exactly: id)
        // What was found changes only when a box is turned, so it may be read ahead of the transaction.
        var corrected: CorrectedRow?
        if let corrections = change.corrections { corrected = try CorrectedRow(try result(of: entry), corrections) }
        let changed = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                // Corrections first: they undo a confirmation of what was there before.
                if let author { try corrected?.write(to: database, at: entry.position, by: author) }
                try change.write(to: database, at: entry.position, by: author)
                return try database.entries("WHERE position = ?", [.integer(entry.position)]).first
            }
        }
        guard let changed else { throw .notFound(id) }
        return changed
    }

    /// Deletes everything of a kind, or of all kinds, and gives the space back. There is no way back.
    ///
    /// - Returns: how many entries went.
    @discardableResult
    public func clear(
        kind: HistoryEntry.Kind? = nil, keepingFavorites: Bool = false
    )
        throws(HistoryError) -> Int
    {
        let count = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                try database.execute("DELETE FROM entry WHERE deleted IS NOT NULL")
                return try database.execute(
                    "DELETE FROM entry WHERE (?1 IS NULL OR kind = ?1) AND (?2 = 0 OR favorite = 0)",
                    [Parameter(kind?.rawValue), Parameter(keepingFavorites)])
            }
        }
        // The entries are gone already: a full disk or another reader only keeps the file from shrinking.
        try? use { (database) throws(StoreError) in try database.compact() }
        return count
    }
}
