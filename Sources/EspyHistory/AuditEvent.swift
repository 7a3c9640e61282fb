import EspyBase
import EspyStore

/// The author of a change to a result, and its time.
public struct HistoryAuthor: Sendable, Equatable {
    /// The name that the person entered, unverified.
    public var by: String?
    /// The source of the change, as known to the program: a device, a program's token, a user of this machine.
    public var via: String
    /// Seconds since 1970.
    public var time: Int

    public init(by: String? = nil, via: String, time: Int) {
        self.by = by
        self.via = via
        self.time = time
    }
}

/// An event of an entry's audit log: who changed which value of a result, and when. Events are only added, never
/// changed or removed, until the entry is deleted.
public struct AuditEvent: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The value of a well, or the text of a spine.
        case value
        /// The rack's own code.
        case rack
        /// The position of A1.
        case view
        /// The number of things, by corrections of single ones.
        case count
        /// The confirmation of the result; a correction revokes it.
        case confirmation
        /// A new reading replaced the result and all its corrections.
        case reading
    }

    /// A change without its author.
    public struct Draft: Sendable, Equatable {
        public var kind: Kind
        public var place: String?
        public var before: String?
        public var after: String?

        public init(kind: Kind, place: String? = nil, before: String? = nil, after: String? = nil) {
            (self.kind, self.place, self.before, self.after) = (kind, place, before, after)
        }

        /// A change of the number of things.
        static func number(_ before: Int?, _ after: Int?) -> Draft {
            Draft(kind: .count, before: before.map(String.init), after: after.map(String.init))
        }
    }

    /// Later events have higher numbers, across all entries.
    public var number: Int
    /// Seconds since 1970.
    public var time: Int
    public var kind: Kind
    /// The well or spine.
    public var place: String?
    /// Nil for nothing.
    public var before: String?
    /// Nil for nothing.
    public var after: String?
    /// ``HistoryAuthor/by``
    public var by: String?
    /// ``HistoryAuthor/via``
    public var via: String
}

extension AuditEvent {
    /// A table with a line for each event, in the form of RFC 4180; times are in UTC.
    public static func csv(_ events: [AuditEvent]) -> String {
        let rows = events.map { event in
            [String(event.number), HistoryEntry.date(event.time), event.kind.rawValue]
                + [event.place, event.before, event.after, event.by, event.via].map { CSV.defused($0 ?? "") }
        }
        return CSVTable(
            columns: ["number", "date", "kind", "place", "before", "after", "by", "via"], rows: rows
        ).text()
    }
}

/// The audit log. Only this type adds to it, and only deleting an entry removes from it.
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

    /// Carries the log over to a result that replaces another one, with the old numbers.
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

    /// Revokes a confirmation, because the confirmed result has changed.
    ///
    /// - Returns: the event for the log.
    static func forgetConfirmation(
        at position: Int, in database: Database
    ) throws(StoreError) -> [AuditEvent.Draft] {
        let name = try confirmed(at: position, in: database)
        guard let name else { return [] }
        try database.execute(
            "UPDATE entry SET confirmed_by = NULL, confirmed_at = NULL WHERE position = ?", [.integer(position)])
        return [AuditEvent.Draft(kind: .confirmation, before: name)]
    }

    /// The name of the person who confirmed the result; nil without a confirmation.
    static func confirmed(at position: Int, in database: Database) throws(StoreError) -> String? {
        try database.query(
            "SELECT confirmed_by FROM entry WHERE position = ? AND confirmed_by IS NOT NULL", [.integer(position)]
        ) { (row) throws(StoreError) in try row.text(0) }.first
    }
}
