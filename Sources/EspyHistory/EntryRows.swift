import EspyCount
import EspyShelf
import EspyStore
import Foundation

/// A row of the table of entries.
enum EntryRow {
    static let columns =
        """
        position, id, kind, time, title, note, count, low, high, rows, cols, parameters, favorite, corrected, \
        confirmed_by, confirmed_at, place, version
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
            cols: try row.optionalInteger(10), parameters: kind.options(try row.text(11)),
            isFavorite: try row.integer(12) != 0, isCorrected: try row.integer(13) != 0,
            confirmation: try confirmation(row),
            place: try row.optionalText(16).flatMap(ShelfPlace.init), position: try row.integer(0),
            version: try row.integer(17))
    }

    private static func confirmation(_ row: borrowing Row) throws(StoreError) -> HistoryEntry.Confirmation? {
        guard let name = try row.optionalText(14), let time = try row.optionalInteger(15) else { return nil }
        return HistoryEntry.Confirmation(by: name, time: time)
    }
}

extension Database {
    /// Returns entries; `clauses` follow the table's name in the query.
    func entries(_ clauses: String, _ parameters: [Parameter] = []) throws(StoreError) -> [HistoryEntry] {
        try query("SELECT \(EntryRow.columns) FROM entry \(clauses)", parameters) { (row) throws(StoreError) in
            try EntryRow.read(row, path: path)
        }
    }
}

/// An entry to be stored.
struct NewEntry {
    var kind: HistoryEntry.Kind
    var time: Int
    var title: String
    var count: Int
    var range: Count.Range?
    var rows: Int?
    var cols: Int?
    /// As JSON.
    var options: String
    var result: ResultRow
    var thumbnail: [UInt8]
    /// For a shelf.
    var place: ShelfPlace?

    /// - Parameter thumbnail: as JPEG.
    init<Result: Analysis>(
        _ result: Result, _ options: Result.Options, title: String, at time: Int, thumbnail: [UInt8]
    ) throws(HistoryError) {
        (kind, self.time, count, range) = (Result.kind, time, result.number, result.interval)
        self.title = result.things.map { EntryTitle(photo: title, things: $0).text } ?? title
        (rows, cols) = (result.grid?.rows, result.grid?.cols)
        self.options = HistoryJSON.text(options) ?? "{}"
        self.result = try ResultRow(result)
        self.thumbnail = thumbnail
    }

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
                Parameter(range?.high), Parameter(rows), Parameter(cols), .text(options),
                Parameter(place?.text),
            ])
        let position = database.lastRow
        try database.execute(
            "INSERT INTO thumbnail (position, jpeg) VALUES (?, ?)", [.integer(position), .bytes(thumbnail)])
        try database.execute(
            "INSERT INTO result (position, json, detections) VALUES (?, ?, ?)",
            [.integer(position), .text(result.json), result.bytes.map(Parameter.bytes) ?? .null])
        return HistoryEntry(
            id: id, kind: kind, time: time, title: title, count: count, range: range, rows: rows, cols: cols,
            parameters: kind.options(options), isFavorite: false, place: place, position: position)
    }
}

/// The title of a count whose things have a name. The pages write it in the same way.
struct EntryTitle {
    private static let dot = " · "

    var photo: String
    var things: String

    init(photo: String, things: String) { (self.photo, self.things) = (photo, things) }

    /// - Returns: nil if the things have no name.
    init?(_ text: String) {
        guard let dot = text.range(of: Self.dot, options: .backwards) else { return nil }
        self.init(photo: String(text[..<dot.lowerBound]), things: String(text[dot.upperBound...]))
    }

    var text: String { photo + Self.dot + things }
}

/// A row of the table of results.
package struct ResultRow: Equatable {
    package var json: String
    /// The data stored beside the JSON.
    package var bytes: [UInt8]?

    package init(json: String, bytes: [UInt8]?) { (self.json, self.bytes) = (json, bytes) }

    /// - Throws: ``HistoryError/notStorable``
    package init(_ result: some Analysis) throws(HistoryError) {
        guard let (slim, bytes) = result.slim(), let json = HistoryJSON.text(slim) else { throw .notStorable }
        self.init(json: json, bytes: bytes)
    }

    /// - Returns: nil for invalid contents.
    package func result(_ kind: HistoryEntry.Kind) -> AnyAnalysis? { read(kind.analysis).map { AnyAnalysis($0) } }

    private func read<Result: Analysis>(_: Result.Type) -> Result? {
        HistoryJSON.value(Result.self, json)?.whole(bytes)
    }
}

extension HistoryEntry.Kind {
    /// Nil if a later version used options that this one does not know.
    func options(_ json: String) -> AnalysisValue? { analysis.options(json) }

    /// Nil for invalid JSON.
    func corrections(_ json: String) -> AnalysisValue? { analysis.corrections(json) }
}

extension Analysis {
    fileprivate static func options(_ json: String) -> AnalysisValue? {
        HistoryJSON.value(Options.self, json).map { AnalysisValue($0) }
    }

    fileprivate static func corrections(_ json: String) -> AnalysisValue? {
        HistoryJSON.value(Corrections.self, json).map { AnalysisValue($0) }
    }
}

/// The history's JSON format.
enum HistoryJSON {
    /// - Returns: nil when a number in it is not finite.
    static func text(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Returns: nil when the text is not such a value.
    static func value<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
