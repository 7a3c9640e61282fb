import EspyBase
public import EspyCount
public import EspyShelf
import Foundation

/// An entry of the history: a summary of one result.
public struct HistoryEntry: Encodable, Sendable, Equatable, Identifiable {
    /// The verb that made it.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case count
        case rack
        case shelf
    }

    /// A random UUID in lower case (RFC 9562, version 4).
    public var id: String
    public var kind: Kind
    /// When it was made, in seconds since 1970.
    public var time: Int
    /// Name of the photo, and that of the things counted if they have one: `tray.jpg · tarts`.
    public var title: String
    /// The title without the name of the things.
    public var photoName: String { kind == .count ? EntryTitle(title)?.photo ?? title : title }
    /// The user's note.
    public var note: String?
    /// Things counted, vials read, or spines outlined, after corrections.
    public var count: Int
    /// The plausible range of a count; nil for others.
    public var range: Count.Range?
    /// The number of rows of a rack; nil for others, and for containers without rows and columns.
    public var rows: Int?
    public var cols: Int?
    /// The options of the run; nil if a later version used options that this one does not know.
    public var parameters: AnalysisValue?
    /// Kept until the user deletes it; does not count toward ``History/limit``.
    public var isFavorite: Bool
    /// Whether ``count`` includes corrections.
    public var isCorrected: Bool
    /// The confirmation of the current result; nil without one, or after a later change.
    public var confirmation: Confirmation?
    /// The place of a shelf, if the user has entered it; nil for others.
    public var place: ShelfPlace?
    /// Position in the history: later entries have higher ones. Pages of a list start before a position.
    public var position: Int
    /// Of what was found: one more with each correction, and with each turn of a box.
    public var version: Int

    /// A person's confirmation of a result.
    public struct Confirmation: Codable, Sendable, Equatable {
        /// The name as typed.
        public var by: String
        /// Seconds since 1970.
        public var time: Int

        public init(by: String, time: Int) {
            self.by = by
            self.time = time
        }

        /// Maximum length of a name, in UTF-8 bytes.
        public static let longestName = 80

        /// Whether it is a valid name of a person: one line that is not blank.
        public static func isName(_ text: String) -> Bool {
            text.utf8.count <= longestName && text.contains { !$0.isWhitespace }
                && text.unicodeScalars.allSatisfy { !$0.isControl && !$0.isLineEnd }
        }
    }

    public init(
        id: String, kind: Kind, time: Int, title: String, note: String? = nil, count: Int, range: Count.Range? = nil,
        rows: Int? = nil, cols: Int? = nil, parameters: AnalysisValue? = nil, isFavorite: Bool = false,
        isCorrected: Bool = false, confirmation: Confirmation? = nil, place: ShelfPlace? = nil, position: Int,
        version: Int = 0
    ) {
        self.id = id
        self.kind = kind
        self.time = time
        self.title = title
        self.note = note
        self.count = count
        self.range = range
        self.rows = rows
        self.cols = cols
        self.parameters = parameters
        self.isFavorite = isFavorite
        self.isCorrected = isCorrected
        self.confirmation = confirmation
        self.place = place
        self.position = position
        self.version = version
    }
}

extension Unicode.Scalar {
    fileprivate var isLineEnd: Bool { [.lineSeparator, .paragraphSeparator].contains(properties.generalCategory) }
}

/// An entry of the history with all its data.
public struct HistoryRecord: Sendable, Equatable {
    public var entry: HistoryEntry
    /// The uncorrected result.
    public var result: AnyAnalysis
    /// The user's corrections.
    public var corrections: AnalysisValue?
    /// The log of changes, in the order in which they were made.
    public var audit: [AuditEvent]

    public init(
        entry: HistoryEntry, result: AnyAnalysis, corrections: AnalysisValue? = nil, audit: [AuditEvent] = []
    ) {
        self.entry = entry
        self.result = result
        self.corrections = corrections
        self.audit = audit
    }

    /// The result with its corrections, if there are any that fit.
    public var corrected: AnyAnalysis { corrections.flatMap { result.corrected(by: $0) } ?? result }
}

extension HistoryEntry {
    /// When it was made, in UTC: `2026-02-20T14:30:22Z`.
    public var date: String { Self.date(time) }

    static func date(_ time: Int) -> String {
        Date(timeIntervalSince1970: Double(time)).ISO8601Format()
    }

    /// A table of entries with one line each, in the form of RFC 4180. Fields that do not apply are empty, as are
    /// thresholds that were chosen by the pipeline.
    ///
    /// Titles and notes that a spreadsheet would run as a formula get a leading apostrophe.
    public static func csv(_ entries: [HistoryEntry]) -> String {
        CSVTable(columns: columns, rows: entries.map(\.fields)).text()
    }

    private static let columns = [
        "id", "kind", "date", "file", "count", "low", "high", "rows", "cols", "favorite", "confidence", "similarity",
        "note", "confirmed_by", "confirmed",
    ]

    private var fields: [String] {
        let options = parameters?.as(CountOptions.self)
        let numbers = [range?.low, range?.high, rows, cols].map { $0.map(String.init) ?? "" }
        let thresholds = [options?.confidence, options?.similarity].map { $0.map { "\($0)" } ?? "" }
        return [id, kind.rawValue, date, CSV.defused(title), String(count)] + numbers + [String(isFavorite)]
            + thresholds
            + [note.map(CSV.defused) ?? ""]
            + [confirmation.map { CSV.defused($0.by) } ?? "", confirmation.map { Self.date($0.time) } ?? ""]
    }
}
