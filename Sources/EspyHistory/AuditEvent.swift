import EspyBase
import EspyStore

/// Who changes something about a result, and when.
public struct HistoryAuthor: Sendable, Equatable {
    /// The name that the person gave; nobody has proved it.
    public var by: String?
    /// How it came in, as the program knows it: a device, the token of a program, a user of this machine.
    public var via: String
    /// Seconds since 1970.
    public var time: Int

    public init(by: String? = nil, via: String, time: Int) {
        self.by = by
        self.via = via
        self.time = time
    }
}

/// Who changed which value of a result, and when: a line of the list that an entry has for as long as it is kept. Lines are
/// added, and never changed or taken out.
public struct AuditEvent: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The value of a well, or the text of a spine.
        case value
        /// The box's own code.
        case rack
        /// Where A1 is.
        case view
        /// How many things there are, by corrections of single ones.
        case count
        /// Who has checked the result; a correction undoes it.
        case confirmation
        /// Another reading took the place of the result, with all its corrections.
        case reading
    }

    /// What was changed, before it is known who did.
    public struct Draft: Sendable, Equatable {
        public var kind: Kind
        public var place: String?
        public var before: String?
        public var after: String?

        public init(kind: Kind, place: String? = nil, before: String? = nil, after: String? = nil) {
            (self.kind, self.place, self.before, self.after) = (kind, place, before, after)
        }

        /// How many things there are.
        static func number(_ before: Int?, _ after: Int?) -> Draft {
            Draft(kind: .count, before: before.map(String.init), after: after.map(String.init))
        }
    }

    /// Later ones have higher numbers, over all entries.
    public var number: Int
    /// Seconds since 1970.
    public var time: Int
    public var kind: Kind
    /// The well, or the spine.
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
    /// A table with a line for each, in the form of RFC 4180; times are universal.
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
