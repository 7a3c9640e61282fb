public import EspyRack
import EspyStore

extension History {
    /// Who changed what about an entry, in the order in which it happened.
    public func audit(_ id: String) throws(HistoryError) -> [AuditEvent] {
        let entry = try entry(exactly: id)
        return try use { (database) throws(StoreError) in try AuditTable.events(at: entry.position, in: database) }
    }

    /// Says where A1 of a box is in its photo, without reading the photo again; values that were typed in go along.
    ///
    /// - Returns: the entry as it is then.
    @discardableResult
    public func turn(_ id: String, to view: RackView, by author: HistoryAuthor) throws(HistoryError) -> HistoryEntry {
        let record = try record(id)
        guard case .rack(let rack) = record.result, rack.isGrid, case .rack(let options)? = record.entry.parameters
        else { throw .unusableCorrections }
        guard options.view != view else { return record.entry }
        var typed = RackCorrections()
        if case .rack(let said)? = record.corrections { typed = said }
        let turn = RackTurn(from: options.view, to: view)
        let (turned, corrections) = rack.turned(turn, typed)
        let row = try ResultRow(turned)
        guard let said = HistoryJSON.text(corrections),
            let parameters = HistoryJSON.text(HistoryParameters.rack(options.turned(turn)))
        else { throw .notStorable }
        let draft = AuditEvent.Draft(kind: .view, before: options.view.words, after: view.words)
        try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                let place = Parameter.integer(record.entry.position)
                try database.execute("UPDATE result SET json = ? WHERE position = ?", [.text(row.json), place])
                try database.execute("UPDATE correction SET json = ? WHERE position = ?", [.text(said), place])
                try database.execute(
                    "UPDATE entry SET rows = ?, cols = ?, parameters = ? WHERE position = ?",
                    [.integer(turned.rows), .integer(turned.cols), .text(parameters), place])
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

/// The table of what was changed. Only this adds to it, and nothing takes from it but the end of the entry.
enum AuditTable {
    private static let columns = "number, time, kind, place, was, became, person, channel"

    static func events(at position: Int, in database: Database) throws(StoreError) -> [AuditEvent] {
        try database.query("SELECT \(columns) FROM audit WHERE position = ? ORDER BY number", [.integer(position)]) {
            (row) throws(StoreError) in
            guard let kind = AuditEvent.Kind(rawValue: try row.text(2)) else {
                throw .corrupt(path: database.path, reason: "a change of an unknown kind")
            }
            return AuditEvent(
                number: try row.integer(0), time: try row.integer(1), kind: kind, place: try row.optionalText(3),
                before: try row.optionalText(4), after: try row.optionalText(5), by: try row.optionalText(6),
                via: try row.text(7))
        }
    }

    static func add(
        _ drafts: [AuditEvent.Draft], _ author: HistoryAuthor, at position: Int, in database: Database
    ) throws(StoreError) {
        for draft in drafts {
            try database.execute(
                """
                INSERT INTO audit (position, time, kind, place, was, became, person, channel)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .integer(position), .integer(author.time), .text(draft.kind.rawValue), Parameter(draft.place),
                    Parameter(draft.before), Parameter(draft.after), Parameter(author.by), .text(author.via),
                ])
        }
    }

    /// For a result that has taken the place of another one: the list goes on, under its old numbers.
    static func carry(_ events: [AuditEvent], to position: Int, in database: Database) throws(StoreError) {
        for event in events {
            try database.execute(
                "INSERT INTO audit (position, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    .integer(position), .integer(event.number), .integer(event.time), .text(event.kind.rawValue),
                    Parameter(event.place), Parameter(event.before), Parameter(event.after), Parameter(event.by),
                    .text(event.via),
                ])
        }
    }

    /// What somebody has checked is no more what stands there.
    ///
    /// - Returns: what that is in the list.
    static func forgetConfirmation(
        at position: Int, in database: Database
    ) throws(StoreError) -> [AuditEvent.Draft] {
        let name = try confirmed(at: position, in: database)
        guard let name else { return [] }
        try database.execute(
            "UPDATE entry SET confirmed_by = NULL, confirmed_at = NULL WHERE position = ?", [.integer(position)])
        return [AuditEvent.Draft(kind: .confirmation, before: name)]
    }

    /// Who has checked the result.
    static func confirmed(at position: Int, in database: Database) throws(StoreError) -> String? {
        try database.query(
            "SELECT confirmed_by FROM entry WHERE position = ? AND confirmed_by IS NOT NULL", [.integer(position)]
        ) { (row) throws(StoreError) in try row.text(0) }.first
    }
}
