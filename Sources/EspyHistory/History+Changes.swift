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
        if let corrections = change.corrections {
            corrected = try CorrectedRow(try result(of: entry).value, corrections)
        }
        let (isCurrent, changed) = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) -> (Bool, HistoryEntry?) in
                guard try change.isCurrent(in: database, at: entry.position) else { return (false, nil) }
                // Corrections first: they undo a confirmation of what was there before.
                if let author { try corrected?.write(to: database, at: entry.position, by: author) }
                try change.write(to: database, at: entry.position, by: author)
                return (true, try database.entries("WHERE position = ?", [.integer(entry.position)]).first)
            }
        }
        guard isCurrent else { throw .changedElsewhere }
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

    /// How many counts go, the oldest first, where no more than a limit stay. Favorites, racks and shelves stay.
    public func counts(beyond limit: Int) throws(HistoryError) -> Int {
        try use { (database) throws(StoreError) in
            try database.integers("SELECT count(*) FROM entry WHERE \(Self.beyond)", [.integer(limit)]).first ?? 0
        }
    }

    /// Deletes the ``counts(beyond:)`` a limit, and gives the space back. There is no way back.
    ///
    /// - Returns: how many went.
    @discardableResult
    public func deleteCounts(beyond limit: Int) throws(HistoryError) -> Int {
        let count = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in try Self.trim(database, to: limit) }
        }
        if count > 0 { try? use { (database) throws(StoreError) in try database.compact() } }
        return count
    }
}

extension History {
    /// Seconds for which a deleted entry can be brought back.
    public static let restoreWindow = 600

    /// Deletes entries for good: all of them, or, when one cannot be found, none.
    public func delete(_ ids: [String]) throws(HistoryError) {
        try mark(ids) { (database, id) throws(StoreError) in
            try database.execute("DELETE FROM entry WHERE id = ?", [.text(id)])
        }
    }

    /// Deletes entries, all or none, so that ``restore(_:at:)`` can bring them back for a while. Nothing else shows
    /// them in the meantime.
    ///
    /// - Parameter time: seconds since 1970.
    public func delete(_ ids: [String], at time: Int) throws(HistoryError) {
        try mark(ids) { (database, id) throws(StoreError) in
            try database.execute("UPDATE entry SET deleted = ? WHERE id = ?", [.integer(time), .text(id)])
            try Self.purge(database, at: time)
        }
    }

    /// Brings a deleted entry back.
    ///
    /// - Parameter prefix: its identifier, or a beginning of it that no other deleted entry has.
    /// - Throws: ``HistoryError/notFound(_:)`` when it is too late.
    @discardableResult
    public func restore(_ prefix: String, at time: Int) throws(HistoryError) -> HistoryEntry {
        guard let range = Self.range(of: prefix) else { throw .notFound(prefix) }
        let found = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                try Self.purge(database, at: time)
                let found = try database.entries(
                    "WHERE id >= ? AND id < ? AND deleted IS NOT NULL LIMIT 2",
                    [.text(range.lowerBound), .text(range.upperBound)])
                if found.count == 1 {
                    try database.execute(
                        "UPDATE entry SET deleted = NULL WHERE position = ?", [.integer(found[0].position)])
                }
                return found
            }
        }
        guard let first = found.first else { throw .notFound(prefix) }
        guard found.count == 1 else { throw .ambiguous(prefix) }
        return first
    }

    /// Lets those go that were deleted so long ago that nobody can bring them back. Every change does so by itself.
    public func purge(at time: Int) throws(HistoryError) {
        try use { (database) throws(StoreError) in try Self.purge(database, at: time) }
    }

    static func purge(_ database: Database, at time: Int) throws(StoreError) {
        try database.execute(
            "DELETE FROM entry WHERE deleted IS NOT NULL AND deleted <= ?", [.integer(time - restoreWindow)])
    }

    private func mark(
        _ ids: [String], _ work: (Database, String) throws(StoreError) -> Void
    ) throws(HistoryError) {
        let missing = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) -> String? in
                for id in ids {
                    let found = try database.query(
                        "SELECT 1 FROM entry WHERE id = ? AND deleted IS NULL", [.text(id)]
                    ) { (_) in true }
                    guard !found.isEmpty else { return id }
                }
                for id in ids { try work(database, id) }
                return nil
            }
        }
        if let missing { throw .notFound(missing) }
    }
}
