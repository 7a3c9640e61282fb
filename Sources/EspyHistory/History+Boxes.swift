public import EspyRack
import EspyStore
import Foundation

extension History {
    /// The newest entry of a box, by its own code.
    public func lastScan(of rack: String) throws(HistoryError) -> HistoryEntry? {
        try entries(of: rack, limit: 1).first
    }

    /// All entries of a box, by its own code, the newest first.
    public func entries(of rack: String, limit: Int = .max) throws(HistoryError) -> [HistoryEntry] {
        try use { (database) throws(StoreError) in
            try database.query(
                """
                SELECT \(EntryRow.columns) FROM entry JOIN result USING (position)
                WHERE kind = 'rack' AND deleted IS NULL AND json_extract(json, '$.rack') = ?
                ORDER BY position DESC LIMIT ?
                """, [.text(rack), .integer(max(0, limit))]
            ) { (row) throws(StoreError) in try EntryRow.read(row, path: database.path) }
        }
    }

    /// Which other boxes hold some of the values, as they were read or typed last.
    ///
    /// An entry without the box's own code that shares more than half of its values is taken for an earlier photo of the
    /// same box, and not told.
    ///
    /// - Parameter rack: the box's own code.
    public func others(
        than rack: String?, holding values: Set<String>
    ) throws(HistoryError) -> [String: RackComparison.Elsewhere] {
        var found: [String: RackComparison.Elsewhere] = [:]
        for entry in try newest(holding: values) {
            guard case .rack(let other) = try record(entry.id).corrected, other.id == nil || other.id != rack else {
                continue
            }
            let shared = other.vials.filter { values.contains($0.value) }
            if other.id == nil || rack == nil, 2 * shared.count > other.vials.count { continue }
            for vial in shared where found[vial.value] == nil {
                found[vial.value] = .init(rack: other.id, entry: entry.id, place: vial.place)
            }
        }
        return found
    }

    /// Entries that may hold some of the values, the newest first, of each box with a code the newest one alone.
    private func newest(holding values: Set<String>) throws(HistoryError) -> [HistoryEntry] {
        guard let wanted = HistoryJSON.text(values.sorted()) else { return [] }
        return try use { (database) throws(StoreError) in
            try database.query(
                """
                WITH box AS (
                    SELECT position, json, json_extract(json, '$.rack') AS rack FROM entry JOIN result USING (position)
                    WHERE kind = 'rack' AND deleted IS NULL),
                wanted AS MATERIALIZED (SELECT value FROM json_each(?))
                SELECT \(EntryRow.columns) FROM entry JOIN box USING (position)
                WHERE (box.rack IS NULL OR position IN (SELECT max(position) FROM box GROUP BY rack))
                    AND (corrected = 1 OR EXISTS (
                        SELECT 1 FROM json_each(box.json, '$.vials') AS vial
                        WHERE json_extract(vial.value, '$.value') IN (SELECT value FROM wanted)))
                ORDER BY position DESC
                """, [.text(wanted)]
            ) { (row) throws(StoreError) in try EntryRow.read(row, path: database.path) }
        }
    }
}
