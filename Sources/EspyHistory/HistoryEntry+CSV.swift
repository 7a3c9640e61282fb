import EspyBase
import EspyCount
import Foundation

extension HistoryEntry {
    /// When it was made, in universal time: `2026-02-20T14:30:22Z`.
    public var date: String { Self.date(time) }

    static func date(_ time: Int) -> String {
        Date(timeIntervalSince1970: Double(time)).ISO8601Format()
    }

    /// A table of entries with one line each, in the form of RFC 4180. Fields that do not apply are empty; thresholds
    /// that were left to the pipeline are empty, too.
    ///
    /// Titles and notes that a spreadsheet would run as a formula get an apostrophe in front.
    public static func csv(_ entries: [HistoryEntry]) -> String {
        CSVTable(columns: columns, rows: entries.map(\.fields)).text()
    }

    private static let columns = [
        "id", "kind", "date", "file", "count", "low", "high", "rows", "cols", "favorite", "confidence", "similarity",
        "note", "confirmed_by", "confirmed",
    ]

    private var fields: [String] {
        var options: CountOptions?
        if case .count(let given)? = parameters { options = given }
        let numbers = [range?.low, range?.high, rows, cols].map { $0.map(String.init) ?? "" }
        let thresholds = [options?.confidence, options?.similarity].map { $0.map { "\($0)" } ?? "" }
        return [id, kind.rawValue, date, CSV.defused(title), String(count)] + numbers + [String(isFavorite)]
            + thresholds
            + [note.map(CSV.defused) ?? ""]
            + [confirmation.map { CSV.defused($0.by) } ?? "", confirmation.map { Self.date($0.time) } ?? ""]
    }
}
