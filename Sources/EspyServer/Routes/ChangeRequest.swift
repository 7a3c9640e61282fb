import Espy
import EspyHTTP

/// What a client wants to change about an entry.
enum ChangeRequest {
    /// - Throws: what is wrong with it.
    static func change(_ json: [UInt8], _ kind: HistoryEntry.Kind) throws(Problem) -> HistoryChange {
        let words = try JSON.value(Words.self, json)
        var change = HistoryChange(title: words.title, note: words.note, isFavorite: words.favorite)
        switch kind {
        case .count:
            change.corrections = try JSON.value(Corrections<CountCorrections>.self, json).corrections
                .map(HistoryCorrections.count)
        case .rack:
            change.corrections = try JSON.value(Corrections<RackCorrections>.self, json).corrections
                .map(HistoryCorrections.rack)
        case .shelf:
            change.corrections = try JSON.value(Corrections<ShelfCorrections>.self, json).corrections
                .map(HistoryCorrections.shelf)
        }
        try check(change)
        return change
    }

    private static func check(_ change: HistoryChange) throws(Problem) {
        if let title = change.title, title.isEmpty || title.count > 200 {
            throw .unprocessable("a title has 1 to 200 characters")
        }
        if let note = change.note ?? nil, note.count > 10_000 {
            throw .unprocessable("a note has at most 10,000 characters")
        }
    }

    /// All but the corrections, whose shape depends on the kind.
    private struct Words: Decodable {
        let title: String?
        let note: String??
        let favorite: Bool?

        private enum Key: String, CodingKey { case title, note, favorite }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            title = try box.decodeIfPresent(String.self, forKey: .title)
            note = box.contains(.note) ? .some(try box.decodeIfPresent(String.self, forKey: .note)) : .none
            favorite = try box.decodeIfPresent(Bool.self, forKey: .favorite)
        }
    }

    private struct Corrections<Value: Decodable>: Decodable {
        let corrections: Value?
    }
}
