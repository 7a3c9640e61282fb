import EspyStore

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
