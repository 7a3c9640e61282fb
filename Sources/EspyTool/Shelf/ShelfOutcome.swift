import Espy

/// What became of one photo of a shelf.
typealias ShelfOutcome = PhotoOutcome<Shelf>

extension PhotoOutcome<Shelf> {
    var exit: Exit { exit { !$0.spines.isEmpty } }

    /// `43 spines in 2 rows, 32 and 11`
    var summary: String? {
        guard let shelf = value, !shelf.spines.isEmpty else { return nil }
        let rows = Dictionary(grouping: shelf.spines, by: \.row).sorted { $0.key < $1.key }.map(\.value.count)
        let what = shelf.spines.count == 1 ? "1 spine" : "\(shelf.spines.count) spines"
        guard rows.count > 1 else { return "\(what) in 1 row" }
        return "\(what) in \(rows.count) rows: \(rows.map(String.init).joined(separator: ", "))"
    }
}
