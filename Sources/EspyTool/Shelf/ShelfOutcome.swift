import Espy

/// What became of one photo or film of a shelf.
typealias ShelfOutcome = PhotoOutcome<ShelfFinding>

/// What was seen in one photo or film.
struct ShelfFinding: Sendable {
    var shelf: Shelf
    /// What was seen in a film, row by row; nil for a photo. Then ``shelf`` has the same books.
    var books: [SeenBook]?
}

extension PhotoOutcome<ShelfFinding> {
    var exit: Exit { exit { !$0.shelf.spines.isEmpty } }

    /// `43 spines in 2 rows, 32 and 11`
    var summary: String? {
        guard let shelf = value?.shelf, !shelf.spines.isEmpty else { return nil }
        let rows = Dictionary(grouping: shelf.spines, by: \.row).sorted { $0.key < $1.key }.map(\.value.count)
        let what = shelf.spines.count == 1 ? "1 spine" : "\(shelf.spines.count) spines"
        guard rows.count > 1 else { return "\(what) in 1 row" }
        return "\(what) in \(rows.count) rows: \(rows.map(String.init).joined(separator: ", "))"
    }
}

/// The shelf; of a film, the books that were seen.
struct ShelfFindingAnswer: Encodable {
    let finding: ShelfFinding
    let file: String

    private enum Key: String, CodingKey { case file, books }

    func encode(to encoder: any Encoder) throws {
        guard let books = finding.books else { return try ShelfAnswer(finding.shelf, file: file).encode(to: encoder) }
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(file, forKey: .file)
        try box.encode(books, forKey: .books)
    }
}
