import EspyStore

extension History {
    /// Entries, newest first.
    ///
    /// - Parameters:
    ///   - kind: only these; nil for all.
    ///   - position: only entries before it: pass the last one's position to get the next page.
    ///   - limit: maximum number of entries.
    public func entries(
        kind: HistoryEntry.Kind? = nil, before position: Int? = nil, limit: Int = .max
    )
        throws(HistoryError) -> [HistoryEntry]
    {
        try use { (database) throws(StoreError) in
            try database.entries(
                """
                WHERE deleted IS NULL AND (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR position < ?2)
                ORDER BY position DESC LIMIT ?3
                """,
                [Parameter(kind?.rawValue), Parameter(position), .integer(max(0, limit))])
        }
    }

    /// Changes whenever any process changes anything in the history.
    package func revision() throws(HistoryError) -> HistoryRevision {
        HistoryRevision(state: try use { (database) throws(StoreError) in try database.revision() })
    }

    /// The entry whose identifier is `prefix`, or starts with it.
    public func entry(_ prefix: String) throws(HistoryError) -> HistoryEntry {
        guard let range = Self.range(of: prefix) else { throw .notFound(prefix) }
        let found = try use { (database) throws(StoreError) in
            try database.entries(
                "WHERE id >= ? AND id < ? AND deleted IS NULL LIMIT 2",
                [.text(range.lowerBound), .text(range.upperBound)])
        }
        guard let first = found.first else { throw .notFound(prefix) }
        guard found.count == 1 else { throw .ambiguous(prefix) }
        return first
    }

    /// An entry with all its data, by its full identifier.
    public func record(_ id: String) throws(HistoryError) -> HistoryRecord {
        let entry = try entry(exactly: id)
        let corrections = try corrections(of: entry)
        return HistoryRecord(
            entry: entry, result: try result(of: entry), corrections: corrections, audit: try audit(id))
    }

    /// The log of changes to an entry, in the order in which they were made.
    public func audit(_ id: String) throws(HistoryError) -> [AuditEvent] {
        let entry = try entry(exactly: id)
        return try use { (database) throws(StoreError) in try AuditTable.events(at: entry.position, in: database) }
    }

    /// The uncorrected result.
    func result(of entry: HistoryEntry) throws(HistoryError) -> AnyAnalysis {
        let found = try use { (database) throws(StoreError) in try Self.result(of: entry, in: database) }
        guard let found else { throw .damaged(id: entry.id) }
        return found
    }

    /// - Returns: nil if it is damaged.
    static func result(of entry: HistoryEntry, in database: Database) throws(StoreError) -> AnyAnalysis? {
        try database.query(
            "SELECT json, detections FROM result WHERE position = ?", [.integer(entry.position)]
        ) { (row) throws(StoreError) in
            ResultRow(json: try row.text(0), bytes: try row.isNull(1) ? nil : row.bytes(1))
        }.first?.result(entry.kind)
    }

    /// The result with all corrections.
    func corrected(_ entry: HistoryEntry) throws(HistoryError) -> AnyAnalysis {
        let result = try result(of: entry)
        return try corrections(of: entry).flatMap(result.corrected) ?? result
    }

    private func corrections(of entry: HistoryEntry) throws(HistoryError) -> AnalysisValue? {
        let kept = try use { (database) throws(StoreError) in
            try database.query("SELECT json FROM correction WHERE position = ?", [.integer(entry.position)]) {
                (row) throws(StoreError) in try row.text(0)
            }
        }
        guard let json = kept.first else { return nil }
        guard let corrections = entry.kind.corrections(json) else { throw .damaged(id: entry.id) }
        return corrections
    }

    /// The number of entries; without favorites, it is what ``clear(kind:keepingFavorites:)`` would delete.
    public func count(
        of kind: HistoryEntry.Kind? = nil, withoutFavorites: Bool = false
    ) throws(HistoryError) -> Int {
        try use { (database) throws(StoreError) in
            try database.query(
                """
                SELECT count(*) FROM entry
                WHERE deleted IS NULL AND (?1 IS NULL OR kind = ?1) AND (?2 = 0 OR favorite = 0)
                """, [Parameter(kind?.rawValue), Parameter(withoutFavorites)]
            ) { (row) throws(StoreError) in try row.integer(0) }.first ?? 0
        }
    }

    /// Checks the whole file.
    /// - Returns: the first damage, if there is any.
    public func damage() throws(HistoryError) -> String? {
        try use { (database) throws(StoreError) in try database.damage() }
    }

    /// The entry with exactly this identifier.
    public func entry(exactly id: String) throws(HistoryError) -> HistoryEntry {
        let entry = try entry(id)
        guard entry.id == id else { throw .notFound(id) }
        return entry
    }

    /// The range of all identifiers with this prefix; nil if there can be none.
    static func range(of prefix: String) -> Range<String>? {
        let start = prefix.lowercased()
        // Identifiers consist only of these, and ":" and "g" come after all of them.
        guard !start.isEmpty, start.utf8.allSatisfy({ digits.contains($0) }) else { return nil }
        return start..<(start + "g")
    }

    private static let digits = Set("0123456789abcdef-".utf8)
}

/// One state of an open history.
package struct HistoryRevision: Sendable, Hashable {
    private let state: Database.Revision

    init(state: Database.Revision) { self.state = state }
}
