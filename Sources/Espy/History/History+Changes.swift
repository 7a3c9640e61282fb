import EspyStore

extension History {
    /// Marks an entry as a favorite, or as none any more; then it is among the next to go.
    public func setFavorite(_ isFavorite: Bool, of id: String) throws(HistoryError) {
        let changed = try use { (database) throws(StoreError) in
            try database.execute("UPDATE entry SET favorite = ? WHERE id = ?", [Parameter(isFavorite), .text(id)])
        }
        guard changed == 1 else { throw .notFound(id) }
    }

    /// Writes what the user has to say about an entry; nil takes it away.
    public func setNote(_ note: String?, of id: String) throws(HistoryError) {
        let changed = try use { (database) throws(StoreError) in
            try database.execute("UPDATE entry SET note = ? WHERE id = ?", [Parameter(note), .text(id)])
        }
        guard changed == 1 else { throw .notFound(id) }
    }

    /// Deletes entries: all of them, or, when one cannot be found, none.
    public func delete(_ ids: [String]) throws(HistoryError) {
        let missing = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) -> String? in
                for id in ids {
                    let found = try database.query("SELECT 1 FROM entry WHERE id = ?", [.text(id)]) { (_) in true }
                    guard !found.isEmpty else { return id }
                }
                for id in ids { try database.execute("DELETE FROM entry WHERE id = ?", [.text(id)]) }
                return nil
            }
        }
        if let missing { throw .notFound(missing) }
    }

    /// Deletes everything of a kind, or of all kinds, and gives the space back.
    ///
    /// - Returns: how many entries went.
    @discardableResult
    public func clear(
        kind: HistoryEntry.Kind? = nil, keepingFavorites: Bool = false
    )
        throws(HistoryError) -> Int
    {
        let count = try use { (database) throws(StoreError) in
            try database.execute(
                "DELETE FROM entry WHERE (?1 IS NULL OR kind = ?1) AND (?2 = 0 OR favorite = 0)",
                [Parameter(kind?.rawValue), Parameter(keepingFavorites)])
        }
        // The entries are gone already: a full disk or another reader only keeps the file from shrinking.
        try? use { (database) throws(StoreError) in try database.compact() }
        return count
    }
}
