import Espy

/// What became of one input.
struct ShelfOutcome: Sendable {
    let input: PhotoInput
    var shelf: Shelf?
    /// What was seen in a film, row by row; nil for a photo. Then ``shelf`` has the same books.
    var books: [SeenBook]?
    /// Why there is no shelf, or no picture of it.
    var problem: Problem?
    /// The shelf was read, but a file could not be written.
    var writeError: FileError?
    /// Files that were written.
    var files: [String] = []

    init(input: PhotoInput) { self.input = input }

    var exit: Exit {
        if problem != nil || writeError != nil { return .failed }
        return shelf?.spines.isEmpty == false ? .complete : .incomplete
    }

    /// `43 spines in 2 rows, 32 and 11`
    var summary: String? {
        guard let shelf, !shelf.spines.isEmpty else { return nil }
        let rows = Dictionary(grouping: shelf.spines, by: \.row).sorted { $0.key < $1.key }.map(\.value.count)
        let what = shelf.spines.count == 1 ? "1 spine" : "\(shelf.spines.count) spines"
        guard rows.count > 1 else { return "\(what) in 1 row" }
        return "\(what) in \(rows.count) rows: \(rows.map(String.init).joined(separator: ", "))"
    }
}

/// One object for each input: the shelf, or the reason why there is none. Of a film, the books that were seen.
struct ShelfJSON: Encodable {
    let outcome: ShelfOutcome

    private enum Key: String, CodingKey { case file, books, error }

    func encode(to encoder: any Encoder) throws {
        let name = outcome.input.name
        if outcome.books == nil { try outcome.shelf.map { ShelfAnswer($0, file: name) }?.encode(to: encoder) }
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(name, forKey: .file)
        try box.encodeIfPresent(outcome.books, forKey: .books)
        let problem = outcome.problem ?? outcome.writeError.map { Problem($0) }
        try box.encodeIfPresent(problem, forKey: .error)
    }
}
