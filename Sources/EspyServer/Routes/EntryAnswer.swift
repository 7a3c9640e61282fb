package import Espy

/// An entry of the history as clients see it.
package struct EntryAnswer: Encodable, Sendable {
    private let id: String
    private let kind: HistoryEntry.Kind
    /// Seconds since 1970.
    private let time: Int
    private let date: String
    private let title: String
    private let note: String?
    private let count: Int
    private let range: Count.Range?
    private let rows: Int?
    private let cols: Int?
    private let parameters: HistoryParameters?
    private let favorite: Bool
    private let corrected: Bool
    /// Where its small picture is; another place when another result has taken this one's.
    private let thumbnail: String

    package init(_ entry: HistoryEntry) {
        id = entry.id
        kind = entry.kind
        time = entry.time
        date = entry.date
        title = entry.title
        note = entry.note
        count = entry.count
        range = entry.range
        rows = entry.rows
        cols = entry.cols
        parameters = entry.parameters
        favorite = entry.isFavorite
        corrected = entry.isCorrected
        thumbnail = "\(Place.entry(entry.id))/thumbnail.jpg?v=\(entry.position)"
    }
}

/// The result of an entry, in the shape of the command line.
struct ResultAnswer: Encodable, Sendable {
    let result: HistoryResult
    let title: String

    func encode(to encoder: any Encoder) throws {
        switch result {
        case .count(let count): try CountAnswer(count, file: title).encode(to: encoder)
        case .rack(let rack): try RackAnswer(rack, file: title).encode(to: encoder)
        case .shelf(let shelf): try ShelfAnswer(shelf, file: title).encode(to: encoder)
        }
    }
}
