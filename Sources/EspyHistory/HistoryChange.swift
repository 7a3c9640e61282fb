import EspyCount
public import EspyShelf
import EspyStore

/// A set of changes to an entry; nil leaves a value as it is.
public struct HistoryChange: Sendable, Equatable {
    public var title: String?
    /// An inner nil removes the note.
    public var note: String??
    public var isFavorite: Bool?
    /// The confirmation of the result with ``corrections``; an inner nil removes it.
    public var confirmation: HistoryEntry.Confirmation??
    /// The place of a shelf; an inner nil removes it.
    public var place: ShelfPlace??
    /// Replaces all previous corrections.
    public var corrections: AnalysisValue?
    /// The length of the log (``History/audit(_:)``) that this change is based on: if it is longer now, nothing is
    /// changed. Nil changes the result in any case.
    public var known: Int?

    public init(
        title: String? = nil, note: String?? = nil, isFavorite: Bool? = nil,
        confirmation: HistoryEntry.Confirmation?? = nil, place: ShelfPlace?? = nil,
        corrections: AnalysisValue? = nil, known: Int? = nil
    ) {
        self.title = title
        self.note = note
        self.isFavorite = isFavorite
        self.confirmation = confirmation
        self.place = place
        self.corrections = corrections
        self.known = known
    }

    /// Whether the result has not been changed since.
    func isCurrent(in database: Database, at position: Int) throws(StoreError) -> Bool {
        try known.map { (known) throws(StoreError) in try AuditTable.events(at: position, in: database).count == known }
            ?? true
    }

    /// Writes everything except the corrections.
    func write(to database: Database, at position: Int, by author: HistoryAuthor?) throws(StoreError) {
        func set(_ column: String, _ value: Parameter) throws(StoreError) {
            try database.execute("UPDATE entry SET \(column) = ? WHERE position = ?", [value, .integer(position)])
        }
        if let title { try set("title", .text(title)) }
        if let note { try set("note", Parameter(note)) }
        if let isFavorite { try set("favorite", Parameter(isFavorite)) }
        if let place { try set("place", Parameter(place?.text)) }
        if let confirmation {
            let before = try AuditTable.confirmed(at: position, in: database)
            let draft = AuditEvent.Draft(kind: .confirmation, before: before, after: confirmation?.by)
            if let author, before != nil || confirmation != nil {
                try AuditTable.add([draft], author, at: position, in: database)
            }
            try set("confirmed_by", Parameter(confirmation?.by))
            try set("confirmed_at", Parameter(confirmation?.time))
        }
    }
}

/// Corrections, and the fields of an entry that depend on them.
struct CorrectedRow {
    private let json: String
    private let isEmpty: Bool
    private let count: Int
    private let range: Count.Range?
    /// The changes compared to the previous corrections, as JSON, or to none.
    private let changes: (String?) -> [AuditEvent.Draft]

    init(_ result: any Analysis, _ corrections: AnalysisValue) throws(HistoryError) {
        self = try result.corrected(by: corrections)
    }

    fileprivate init<Result: Analysis>(_ result: Result, by corrections: Result.Corrections) throws(HistoryError) {
        guard let corrected = result.corrected(by: corrections) else { throw .unusableCorrections }
        guard let json = HistoryJSON.text(corrections) else { throw .notStorable }
        (self.json, isEmpty) = (json, corrections.isEmpty)
        (count, range) = (corrected.number, corrected.interval)
        changes = { before in
            let old = before.flatMap { HistoryJSON.value(Result.Corrections.self, $0) }
            return result.changes(from: old ?? Result.Corrections(), to: corrections)
        }
    }

    func write(to database: Database, at position: Int, by author: HistoryAuthor) throws(StoreError) {
        try announce(database, at: position, by: author)
        try database.execute(
            "UPDATE entry SET count = ?, low = ?, high = ?, corrected = ? WHERE position = ?",
            [
                .integer(count), Parameter(range?.low), Parameter(range?.high), Parameter(!isEmpty),
                .integer(position),
            ])
        try database.execute("DELETE FROM correction WHERE position = ?", [.integer(position)])
        guard !isEmpty else { return }
        try database.execute(
            "INSERT INTO correction (position, json) SELECT position, ? FROM entry WHERE position = ?",
            [.text(json), .integer(position)])
    }

    /// Adds the change to the list and increases the version. A confirmation no longer applies to the changed result.
    private func announce(_ database: Database, at position: Int, by author: HistoryAuthor) throws(StoreError) {
        let before = try database.query("SELECT json FROM correction WHERE position = ?", [.integer(position)]) {
            (row) throws(StoreError) in try row.text(0)
        }.first
        guard before != (isEmpty ? nil : json) else { return }
        let drafts = changes(before)
        try database.execute("UPDATE entry SET version = version + 1 WHERE position = ?", [.integer(position)])
        let undone = try AuditTable.forgetConfirmation(at: position, in: database)
        try AuditTable.add(drafts + undone, author, at: position, in: database)
    }
}

extension Analysis {
    fileprivate func corrected(by corrections: AnalysisValue) throws(HistoryError) -> CorrectedRow {
        guard let corrections = corrections.as(Corrections.self) else { throw .unusableCorrections }
        return try CorrectedRow(self, by: corrections)
    }
}
