public import EspyRack
import EspyStore
import Foundation

extension History {
    /// The newest entry of a box, by its own code.
    ///
    /// - Parameter position: only those before it.
    public func lastScan(of rack: String, before position: Int = .max) throws(HistoryError) -> HistoryEntry? {
        try entries(of: rack, before: position, limit: 1).first
    }

    /// All entries of a box, by its own code as it was read or typed last, the newest first.
    public func entries(
        of rack: String, before position: Int = .max, limit: Int = .max
    ) throws(HistoryError) -> [HistoryEntry] {
        try use { (database) throws(StoreError) in
            try database.entries(
                """
                JOIN (\(Self.boxes)) AS box USING (position)
                WHERE box.rack = ? AND position < ?
                ORDER BY position DESC LIMIT ?
                """, [.text(rack), .integer(position), .integer(max(0, limit))])
        }
    }

    /// All racks with a code, of the box or of something in the photo of it, as it was read or typed last; the newest
    /// first.
    ///
    /// - Parameter code: a part of the code is enough. Capital letters are as good as small ones.
    public func entries(withCode code: String) throws(HistoryError) -> [HistoryEntry] {
        guard !code.isEmpty else { return [] }
        let code = code.lowercased()
        var found: [HistoryEntry] = []
        for entry in try possible(withCode: code) {
            // What was typed replaces what was read, so that only the whole tells.
            if entry.isCorrected, try !has(code, entry) { continue }
            found.append(entry)
        }
        return found
    }

    private func has(_ code: String, _ entry: HistoryEntry) throws(HistoryError) -> Bool {
        guard case .rack(let rack) = try corrected(entry) else { return false }
        let codes = [rack.id].compactMap(\.self) + rack.vials.map(\.value) + rack.outside.map(\.value)
        return codes.contains { $0.lowercased().contains(code) }
    }

    /// Racks in which a code was read, and all that were corrected.
    private func possible(withCode code: String) throws(HistoryError) -> [HistoryEntry] {
        // JSON has no other way to write these. To look for them first is ten times as quick as to take all apart.
        let plain = code.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }.max { $0.count < $1.count } ?? ""
        return try use { (database) throws(StoreError) in
            try database.entries(
                """
                JOIN (\(Self.boxes)) AS box USING (position)
                WHERE corrected = 1 OR instr(lower(box.json), ?2) > 0 AND (
                    instr(lower(box.rack), ?1) > 0 OR EXISTS (
                        SELECT 1 FROM (
                            SELECT value FROM json_each(box.json, '$.vials')
                            UNION ALL SELECT value FROM json_each(box.json, '$.outside')) AS code
                        WHERE instr(lower(json_extract(code.value, '$.value')), ?1) > 0))
                ORDER BY position DESC
                """, [.text(code), .text(String(plain))])
        }
    }

    /// Racks with the code of their box, where that is known.
    private static let boxes = """
        SELECT entry.position, result.json AS json,
            coalesce(json_extract(correction.json, '$.rack'), json_extract(result.json, '$.rack')) AS rack
        FROM entry JOIN result USING (position) LEFT JOIN correction USING (position)
        WHERE kind = 'rack' AND deleted IS NULL
        """

    /// What a box of an entry holds, with all corrections; nil for an entry that is none.
    public func contents(of entry: HistoryEntry) throws(HistoryError) -> RackContents? {
        guard case .rack(let rack) = try corrected(entry) else { return nil }
        return RackContents(rack)
    }

    /// How a box differs from what it should hold, with the other boxes of the history that values are in.
    public func comparison(
        of rack: Rack, with contents: RackContents
    ) throws(HistoryError) -> RackComparison {
        let values = Set(rack.vials.map(\.value) + contents.items.map(\.value))
        let others = try others(than: rack.id ?? contents.id, holding: values)
        return RackComparison(rack, with: contents, elsewhere: others)
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
            guard case .rack(let other) = try corrected(entry), other.id == nil || other.id != rack else {
                continue
            }
            let shared = other.vials.filter { values.contains($0.value) }
            if other.id == nil || rack == nil, 2 * shared.count > other.vials.count { continue }
            for vial in shared where found[vial.value] == nil {
                found[vial.value] = .init(rack: other.id, entry: entry.id, place: vial.place, well: vial.name)
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
                WITH box AS (\(Self.boxes)),
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
