public import EspyRack
import EspyStore
import Foundation

extension History {
    /// The newest entry of a rack, by its own code.
    ///
    /// - Parameter position: only entries before it.
    public func lastScan(of rack: String, before position: Int = .max) throws(HistoryError) -> HistoryEntry? {
        try entries(of: rack, before: position, limit: 1).first
    }

    /// All entries of a rack, by its own code as last read or typed, newest first.
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

    /// All racks with a code, either the rack's own or one in its photo, as last read or typed, newest first.
    ///
    /// - Parameter code: a part of the code is enough; case does not matter.
    public func entries(withCode code: String) throws(HistoryError) -> [HistoryEntry] {
        guard !code.isEmpty else { return [] }
        let code = code.lowercased()
        var found: [HistoryEntry] = []
        for entry in try possible(withCode: code) {
            // Typed values replace the values read, so only the corrected result counts.
            if entry.isCorrected, try !has(code, entry) { continue }
            found.append(entry)
        }
        return found
    }

    private func has(_ code: String, _ entry: HistoryEntry) throws(HistoryError) -> Bool {
        guard let rack = try corrected(entry).as(Rack.self) else { return false }
        let codes = [rack.id].compactMap(\.self) + rack.vials.map(\.value) + rack.outside.map(\.value)
        return codes.contains { $0.lowercased().contains(code) }
    }

    /// Racks in which a code was read, and all corrected ones.
    private func possible(withCode code: String) throws(HistoryError) -> [HistoryEntry] {
        // JSON never escapes these characters. Searching the text first is ten times as fast as parsing everything.
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

    /// Racks with their own code, if known.
    private static let boxes = """
        SELECT entry.position, result.json AS json,
            coalesce(json_extract(correction.json, '$.rack'), json_extract(result.json, '$.rack')) AS rack
        FROM entry JOIN result USING (position) LEFT JOIN correction USING (position)
        WHERE kind = 'rack' AND deleted IS NULL
        """

    /// The contents of a rack entry, with all corrections; nil for an entry of another kind.
    public func contents(of entry: HistoryEntry) throws(HistoryError) -> RackContents? {
        guard let rack = try corrected(entry).as(Rack.self) else { return nil }
        return RackContents(rack)
    }

    /// Compares a rack with a list of what it should contain, and finds other racks in the history that contain its
    /// values.
    public func comparison(
        of rack: Rack, with contents: RackContents
    ) throws(HistoryError) -> RackComparison {
        let values = Set(rack.vials.map(\.value) + contents.items.map(\.value))
        let others = try others(than: rack.id ?? contents.id, holding: values)
        return RackComparison(rack, with: contents, elsewhere: others)
    }

    /// Finds other racks that contain some of the values, as last read or typed.
    ///
    /// A rack without its own code that shares more than half of its values counts as an earlier photo of the same
    /// rack, and is left out.
    ///
    /// - Parameter rack: the rack's own code.
    public func others(
        than rack: String?, holding values: Set<String>
    ) throws(HistoryError) -> [String: RackComparison.Elsewhere] {
        var found: [String: RackComparison.Elsewhere] = [:]
        for entry in try newest(holding: values) {
            guard let other = try corrected(entry).as(Rack.self), other.id == nil || other.id != rack else {
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

    /// Entries that may contain some of the values, newest first; only the newest one for each rack with a code.
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

    /// Sets the position of A1 without reading the photo again; typed values move along.
    ///
    /// - Returns: the changed entry.
    @discardableResult
    public func turn(_ id: String, to view: RackView, by author: HistoryAuthor) throws(HistoryError) -> HistoryEntry {
        let record = try record(id)
        guard let rack = record.result.as(Rack.self), rack.isGrid,
            let options = record.entry.parameters?.as(RackOptions.self)
        else { throw .unusableCorrections }
        guard options.view != view else { return record.entry }
        let typed = record.corrections?.as(RackCorrections.self) ?? RackCorrections()
        let turn = RackTurn(from: options.view, to: view)
        let (turned, corrections) = rack.turned(turn, typed)
        let row = try ResultRow(turned)
        guard let said = HistoryJSON.text(corrections),
            let parameters = HistoryJSON.text(options.turned(turn))
        else { throw .notStorable }
        let draft = AuditEvent.Draft(kind: .view, before: options.view.words, after: view.words)
        try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                let place = Parameter.integer(record.entry.position)
                try database.execute("UPDATE result SET json = ? WHERE position = ?", [.text(row.json), place])
                try database.execute("UPDATE correction SET json = ? WHERE position = ?", [.text(said), place])
                try database.execute(
                    "UPDATE entry SET rows = ?, cols = ?, parameters = ?, version = version + 1 WHERE position = ?",
                    [Parameter(turned.grid?.rows), Parameter(turned.grid?.cols), .text(parameters), place])
                let undone = try AuditTable.forgetConfirmation(at: record.entry.position, in: database)
                try AuditTable.add([draft] + undone, author, at: record.entry.position, in: database)
            }
        }
        return try entry(exactly: id)
    }
}

extension RackView {
    /// `top-left`, `top-left, from below`
    fileprivate var words: String { a1.rawValue + (isFromBelow ? ", from below" : "") }
}
