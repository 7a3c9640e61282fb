import EspyCount
import EspyRack
import EspyShelf
import EspyStore

/// How an entry stands in its table.
enum EntryRow {
    static let columns =
        """
        position, id, kind, time, title, note, count, low, high, rows, cols, parameters, favorite, corrected, \
        confirmed_by, confirmed_at, place
        """

    static func read(_ row: borrowing Row, path: String) throws(StoreError) -> HistoryEntry {
        guard let kind = HistoryEntry.Kind(rawValue: try row.text(2)) else {
            throw .corrupt(path: path, reason: "an entry of an unknown kind")
        }
        var range: Count.Range?
        if let low = try row.optionalInteger(7), let high = try row.optionalInteger(8) {
            range = Count.Range(low: low, high: high)
        }
        return HistoryEntry(
            id: try row.text(1), kind: kind, time: try row.integer(3), title: try row.text(4),
            note: try row.optionalText(5), count: try row.integer(6), range: range, rows: try row.optionalInteger(9),
            cols: try row.optionalInteger(10), parameters: parameters(kind, try row.text(11)),
            isFavorite: try row.integer(12) != 0, isCorrected: try row.integer(13) != 0,
            confirmation: try confirmation(row),
            place: try row.optionalText(16).flatMap(ShelfPlace.init), position: try row.integer(0))
    }

    private static func confirmation(_ row: borrowing Row) throws(StoreError) -> HistoryEntry.Confirmation? {
        guard let name = try row.optionalText(14), let time = try row.optionalInteger(15) else { return nil }
        return HistoryEntry.Confirmation(by: name, time: time)
    }

    private static func parameters(_ kind: HistoryEntry.Kind, _ json: String) -> HistoryParameters? {
        switch kind {
        case .count: HistoryJSON.value(CountOptions.self, json).map(HistoryParameters.count)
        case .rack: HistoryJSON.value(RackOptions.self, json).map(HistoryParameters.rack)
        case .shelf: HistoryJSON.value(ShelfOptions.self, json).map(HistoryParameters.shelf)
        }
    }
}

extension Database {
    /// Entries, by what follows the name of their table in the query.
    func entries(_ clauses: String, _ parameters: [Parameter] = []) throws(StoreError) -> [HistoryEntry] {
        try query("SELECT \(EntryRow.columns) FROM entry \(clauses)", parameters) { (row) throws(StoreError) in
            try EntryRow.read(row, path: path)
        }
    }
}
