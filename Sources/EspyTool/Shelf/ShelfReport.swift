import Espy
import EspyApp
import EspySystem

/// The outcome of reading one photo or video of a shelf.
typealias ShelfOutcome = PhotoOutcome<ShelfFinding>

/// The books on one photo or video.
struct ShelfFinding: Sendable {
    var shelf: Shelf
    /// The books of a video, row by row; nil for a photo. ``shelf`` contains the same books.
    var books: [SeenBook]?
}

extension PhotoOutcome<ShelfFinding> {
    var exit: Exit { exit { !$0.shelf.spines.isEmpty && $0.shelf.shown == nil } }

    /// `43 spines in 2 rows: 32, 11; 36 read, 5 doubtful, 2 illegible`
    var summary: String? {
        guard let shelf = value?.shelf, !shelf.spines.isEmpty else { return nil }
        let rows = Dictionary(grouping: shelf.spines, by: \.row).sorted { $0.key < $1.key }.map(\.value.count)
        let what = shelf.spines.count == 1 ? "1 spine" : "\(shelf.spines.count) spines"
        let states = Shelf.Reading.State.allCases.compactMap { state in
            let count = shelf.spines.count { $0.reading?.state == state }
            return count > 0 ? "\(count) \(state.rawValue)" : nil
        }
        let place = rows.count > 1 ? "\(rows.count) rows: \(rows.map(String.init).joined(separator: ", "))" : "1 row"
        return (["\(what) in \(place)"] + (states.isEmpty ? [] : [states.joined(separator: ", ")]))
            .joined(separator: "; ")
    }
}

/// The shelf; for a video, the books that were seen.
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

/// Prints the results: the table or JSON on standard output, the rest on standard error.
struct ShelfReport {
    private let plan: ShelfPlan
    private let console: Console
    private var common: PhotoReport
    /// Replaces the lines of each input.
    private var books: BookTable?

    init(plan: ShelfPlan, console: Console) {
        self.plan = plan
        self.console = console
        common = PhotoReport(plan: plan.run, console: console)
        books = plan.table.map { BookTable($0) }
    }

    mutating func add(_ outcome: ShelfOutcome) async throws {
        common.add(outcome.exit)
        await explain(outcome)
        if books != nil {
            if let shelf = outcome.value?.shelf { books?.add(shelf, place: plan.place?.text ?? "") }
            return
        }
        try await common.answer(
            outcome, table: { $0.shelf.table() }, json: { ShelfFindingAnswer(finding: $0, file: $1) })
    }

    func finish() async throws -> Exit {
        guard let books else { return try await common.finish() }
        if case .file(let path) = plan.run.csv {
            try AtomicFile.replace(path, with: Array(books.table().text().utf8))
            if plan.run.isTalkative(console) { await console.note("\(printable(path)): written") }
        } else {
            try await console.answer(books.table().text())
        }
        if books.leftOut > 0, !plan.run.isQuiet {
            let what = books.form.needsISBN ? "has no ISBN" : "is uncertain"
            await console.note("\(books.leftOut) left out, because the book \(what)")
        }
        return common.exit
    }

    private func explain(_ outcome: ShelfOutcome) async {
        await common.explain(outcome)
        guard !plan.run.isQuiet, let shelf = outcome.value?.shelf else { return }
        let name = printable(outcome.input.name)
        if shelf.spines.isEmpty {
            await console.error(
                "\(name): no spine was found; photograph the shelf straight from the front, and from closer")
        }
        for warning in shelf.warnings { await console.error("\(name): warning: \(warning.text)") }
        await common.report(outcome, outcome.summary)
    }
}
