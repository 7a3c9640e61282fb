import EspyStore

extension History {
    /// Marks an entry as a favorite, or removes the mark; then it may be among the next to be deleted.
    public func setFavorite(_ isFavorite: Bool, of id: String) throws(HistoryError) {
        try change(id, HistoryChange(isFavorite: isFavorite))
    }

    /// Sets the user's note on an entry; nil removes it.
    public func setNote(_ note: String?, of id: String) throws(HistoryError) {
        try change(id, HistoryChange(note: .some(note)))
    }

    /// Sets the confirmation of an entry; nil removes it.
    public func setConfirmation(
        _ confirmation: HistoryEntry.Confirmation?, of id: String, by author: HistoryAuthor
    ) throws(HistoryError) {
        try change(id, HistoryChange(confirmation: .some(confirmation)), by: author)
    }

    /// Makes several changes to an entry in one transaction. Changes to the result are recorded in its log
    /// (``audit(_:)``).
    ///
    /// - Parameter author: of the changes; may be nil only for changes outside the result, such as a note.
    /// - Returns: the changed entry.
    @discardableResult
    public func change(
        _ id: String, _ change: HistoryChange, by author: HistoryAuthor? = nil
    ) throws(HistoryError) -> HistoryEntry {
        guard author != nil || change.corrections == nil && change.confirmation == nil else { throw .noAuthor }
        let entry = try entry(exactly: id)
        // The result changes only when a rack is turned, so it may be read before the transaction.
        var corrected: CorrectedRow?
        if let corrections = change.corrections {
            corrected = try CorrectedRow(try result(of: entry).value, corrections)
        }
        let (isCurrent, changed) = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) -> (Bool, HistoryEntry?) in
                guard try change.isCurrent(in: database, at: entry.position) else { return (false, nil) }
                // Corrections first: they revoke a confirmation of the previous result.
                if let author { try corrected?.write(to: database, at: entry.position, by: author) }
                try change.write(to: database, at: entry.position, by: author)
                return (true, try database.entries("WHERE position = ?", [.integer(entry.position)]).first)
            }
        }
        guard isCurrent else { throw .changedElsewhere }
        guard let changed else { throw .notFound(id) }
        return changed
    }

    /// Deletes everything of a kind, or of all kinds, and frees the space. This cannot be undone.
    ///
    /// - Returns: the number of deleted entries.
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
        // The entries are already deleted: a full disk or another reader only prevents the file from shrinking.
        try? use { (database) throws(StoreError) in try database.compact() }
        return count
    }

    /// The number of counts, oldest first, to delete for a limit. Favorites, racks and shelves stay.
    public func counts(beyond limit: Int) throws(HistoryError) -> Int {
        try use { (database) throws(StoreError) in
            try database.integers("SELECT count(*) FROM entry WHERE \(Self.beyond)", [.integer(limit)]).first ?? 0
        }
    }

    /// Deletes the ``counts(beyond:)`` a limit, and frees the space. This cannot be undone.
    ///
    /// - Returns: the number of deleted entries.
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
    /// How long a deleted entry can be restored, in seconds.
    public static let restoreWindow = 600

    /// Deletes entries permanently: all of them or, when one cannot be found, none.
    public func delete(_ ids: [String]) throws(HistoryError) {
        try mark(ids) { (database, id) throws(StoreError) in
            try database.execute("DELETE FROM entry WHERE id = ?", [.text(id)])
        }
    }

    /// Deletes entries, all or none, so that ``restore(_:at:)`` can restore them for a while. Until then, they are
    /// hidden everywhere.
    ///
    /// - Parameter time: seconds since 1970.
    public func delete(_ ids: [String], at time: Int) throws(HistoryError) {
        try mark(ids) { (database, id) throws(StoreError) in
            try database.execute("UPDATE entry SET deleted = ? WHERE id = ?", [.integer(time), .text(id)])
            try Self.purge(database, at: time)
        }
    }

    /// Restores a deleted entry.
    ///
    /// - Parameter prefix: its identifier, or a unique prefix of it among deleted entries.
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

    /// Permanently removes entries whose restore window has passed. Every change does this automatically.
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
