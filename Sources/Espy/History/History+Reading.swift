import EspyStore

extension History {
    /// Entries, the newest first.
    ///
    /// - Parameters:
    ///   - kind: only these; nil for all.
    ///   - position: only those before it: hand over the last one's to get the next page.
    ///   - limit: the most that are given.
    public func entries(
        kind: HistoryEntry.Kind? = nil, before position: Int? = nil, limit: Int = .max
    )
        throws(HistoryError) -> [HistoryEntry]
    {
        try use { (database) throws(StoreError) in
            try database.query(
                """
                SELECT \(EntryRow.columns) FROM entry
                WHERE (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR position < ?2)
                ORDER BY position DESC LIMIT ?3
                """,
                [Parameter(kind?.rawValue), Parameter(position), .integer(max(0, limit))]
            ) { (row) throws(StoreError) in try EntryRow.read(row, path: database.path) }
        }
    }

    /// The entry whose identifier is, or begins with, `prefix`.
    public func entry(_ prefix: String) throws(HistoryError) -> HistoryEntry {
        let start = prefix.lowercased()
        // Identifiers are made of these alone, and ":" and "g" come after all of them.
        guard !start.isEmpty, start.utf8.allSatisfy({ Self.digits.contains($0) }) else { throw .notFound(prefix) }
        let found = try use { (database) throws(StoreError) in
            try database.query(
                "SELECT \(EntryRow.columns) FROM entry WHERE id >= ? AND id < ? LIMIT 2",
                [.text(start), .text(start + "g")]
            ) { (row) throws(StoreError) in try EntryRow.read(row, path: database.path) }
        }
        guard let first = found.first else { throw .notFound(prefix) }
        guard found.count == 1 else { throw .ambiguous(prefix) }
        return first
    }

    /// An entry with all that is kept of it, by its whole identifier.
    public func record(_ id: String) throws(HistoryError) -> HistoryRecord {
        let entry = try exact(id)
        let kept = try use { (database) throws(StoreError) in
            try database.query(
                "SELECT json, detections FROM result WHERE position = ?", [.integer(entry.position)]
            ) { (row) throws(StoreError) in (try row.text(0), try row.isNull(1) ? [] : row.bytes(1)) }
        }
        guard let (json, detections) = kept.first, let result = Self.result(entry.kind, json, detections) else {
            throw .damaged(id: id)
        }
        return HistoryRecord(entry: entry, result: result, thumbnail: try thumbnail(id))
    }

    /// The small picture of an entry, as JPEG, by its whole identifier.
    public func thumbnail(_ id: String) throws(HistoryError) -> [UInt8] {
        let found = try use { (database) throws(StoreError) in
            try database.query(
                "SELECT jpeg FROM thumbnail JOIN entry USING (position) WHERE id = ?", [.text(id)]
            ) { (row) throws(StoreError) in try row.bytes(0) }
        }
        guard let jpeg = found.first else { throw .notFound(id) }
        return jpeg
    }

    /// The small pictures of several entries at once, by identifier.
    public func thumbnails(of entries: [HistoryEntry]) throws(HistoryError) -> [String: [UInt8]] {
        try use { (database) throws(StoreError) in
            var found: [String: [UInt8]] = [:]
            for entry in entries {
                let jpeg = try database.query(
                    "SELECT jpeg FROM thumbnail WHERE position = ?", [.integer(entry.position)]
                ) { (row) throws(StoreError) in try row.bytes(0) }
                found[entry.id] = jpeg.first
            }
            return found
        }
    }

    /// How many entries there are.
    public func count(of kind: HistoryEntry.Kind? = nil) throws(HistoryError) -> Int {
        try use { (database) throws(StoreError) in
            try database.query(
                "SELECT count(*) FROM entry WHERE ?1 IS NULL OR kind = ?1", [Parameter(kind?.rawValue)]
            ) { (row) throws(StoreError) in try row.integer(0) }.first ?? 0
        }
    }

    /// Looks through the whole file.
    /// - Returns: the first damage, if there is any.
    public func damage() throws(HistoryError) -> String? {
        try use { (database) throws(StoreError) in try database.damage() }
    }

    private func exact(_ id: String) throws(HistoryError) -> HistoryEntry {
        let entry = try entry(id)
        guard entry.id == id else { throw .notFound(id) }
        return entry
    }

    private static func result(_ kind: HistoryEntry.Kind, _ json: String, _ detections: [UInt8]) -> HistoryResult? {
        switch kind {
        case .rack: return HistoryJSON.value(Rack.self, json).map(HistoryResult.rack)
        case .count:
            guard var count = HistoryJSON.value(Count.self, json),
                let unpacked = PackedDetections.unpack(detections)
            else { return nil }
            count.detections = unpacked
            return .count(count)
        }
    }

    private static let digits = Set("0123456789abcdef-".utf8)
}
