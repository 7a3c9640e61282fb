import EspyCount
import EspyShelf
import EspyStore
import Foundation

/// What is about to be kept.
struct NewEntry {
    var kind: HistoryEntry.Kind
    var time: Int
    var title: String
    var count: Int
    var range: Count.Range?
    var rows: Int?
    var cols: Int?
    var parameters: HistoryParameters
    var result: ResultRow
    var thumbnail: [UInt8]
    /// Of a shelf.
    var place: ShelfPlace?

    /// - Parameter id: of an entry that has just been deleted; nil for a new one.
    /// - Precondition: runs within a transaction.
    func insert(into database: Database, as id: String? = nil) throws(StoreError) -> HistoryEntry {
        let id = id ?? UUID().uuidString.lowercased()
        try database.execute(
            """
            INSERT INTO entry (id, kind, time, title, count, low, high, rows, cols, parameters, place)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(id), .text(kind.rawValue), .integer(time), .text(title), .integer(count), Parameter(range?.low),
                Parameter(range?.high), Parameter(rows), Parameter(cols), .text(HistoryJSON.text(parameters) ?? "{}"),
                Parameter(place?.text),
            ])
        let position = database.lastRow
        try database.execute(
            "INSERT INTO thumbnail (position, jpeg) VALUES (?, ?)", [.integer(position), .bytes(thumbnail)])
        try database.execute(
            "INSERT INTO result (position, json, detections) VALUES (?, ?, ?)",
            [.integer(position), .text(result.json), result.detections.map(Parameter.bytes) ?? .null])
        return HistoryEntry(
            id: id, kind: kind, time: time, title: title, count: count, range: range, rows: rows, cols: cols,
            parameters: parameters, isFavorite: false, place: place, position: position)
    }
}
