import Espy
import EspyApp
import EspyBase
import EspySystem

/// Flags for the books of all photos.
extension Flags {
    static let booksMissing = Flag(
        "missing", help: "Only books that are missing from the newest photo of their place.")
    static let booksPlaces = Flag("places", help: "List the places instead, with the number of books.")
    static let booksMerge = Flag(
        "merge", formerly: "join", help: "Record that both IDs are one book, also in future photos.")
    static let booksSplit = Flag(
        "split", formerly: "part", help: "Record that the IDs are two books; undoes --merge.")
    static let booksJSON = Flag("json", help: "Write one JSON object per book, with every sighting.")
    static let booksCSV = Flag("csv", help: "Write a table with one line per book.")
    static let booksFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "Write to FILE instead of standard output.")
}

extension Command {
    static let shelfBooks = Command(
        "shelf books", "find a book in all your shelf photos",
        details: [
            """
            Lists all books on shelf photos in the history, each once. All WORDS must occur in the title, author, ISBN \
            or place, or begin a word there; small reading errors in words of four or more letters are tolerated. \
            Without words, all books are listed by place.
            """,
            """
            Books in two photos are the same if they share an ISBN, or if both photos show one place (--place of “espy \
            shelf”) and comparing the newer with the older, as “espy shelf inventory” does, matches them. Photos of a \
            place within half an hour form one round. A book missing from the newest round is “not seen last time”, \
            unless that round shows another part of the place.
            """,
            """
            Correct the matching with --merge ID ID or --split ID ID, where ID is ENTRY.SPINE as in --json and --csv; \
            ENTRY can be shortened. The exit code is 1 if no book is found.
            """,
        ],
        operands: Operands(
            "WORD", count: 0...Int.max, kind: .text(expected: "a word", hints: [], check: { !$0.isEmpty }),
            help: "Words to search for."),
        flags: [
            Flags.shelfPlace, Flags.booksMissing, Flags.booksPlaces, Flags.booksMerge, Flags.booksSplit,
            Flags.booksJSON, Flags.booksCSV, Flags.bookTable, Flags.booksFile, Flags.quiet, Flags.help,
        ],
        examples: [
            Example("espy shelf books winter night", "find where a book is"),
            Example("espy shelf books --place Study --missing", "list books missing from the study"),
            Example("espy shelf books --table librarything -o import.csv", "export all books for a catalog"),
            Example("espy shelf books --merge 3f2a9c1b.12 77aa01bc.3", "record that both are one book"),
        ]
    ) { try await BooksCommand($0).run() }
}

/// `espy shelf books`: lists and exports the books of all photos.
private struct BooksCommand {
    private let context: CommandContext
    private let file: HistoryFile
    private let form: Form

    private enum Form: Equatable {
        case text, json, csv
        case table(BookTableForm)
    }

    init(_ context: CommandContext) throws(UsageError) {
        self.context = context
        file = HistoryFile(context.process.environment)
        let invocation = context.invocation
        let table = invocation.value(Flags.bookTable).flatMap(BookTableForm.init)
        let forms: [Form?] = [
            invocation.isOn(Flags.booksJSON) ? .json : nil, invocation.isOn(Flags.booksCSV) ? .csv : nil,
            table.map(Form.table),
        ]
        let asked = forms.compactMap { $0 }
        guard asked.count <= 1 else {
            throw UsageError("--json, --csv and --table exclude each other; choose one", command: "shelf books")
        }
        form = asked.first ?? .text
        if let word = Self.word(invocation) {
            guard invocation.operands.count == 2, invocation.operands.allSatisfy({ BookSighting.ID($0) != nil }) else {
                throw UsageError("\(word) needs two IDs such as 3f2a9c1b.12", command: "shelf books")
            }
        }
    }

    private static func word(_ invocation: Invocation) -> String? {
        invocation.isOn(Flags.booksMerge) ? "--merge" : invocation.isOn(Flags.booksSplit) ? "--split" : nil
    }

    func run() async throws -> Exit {
        guard file.exists else {
            await context.note("nothing is saved yet")
            return .incomplete
        }
        let isChange = Self.word(context.invocation) != nil
        let history = try file.open(making: false, reading: !isChange)
        let library = try await history.library()
        if isChange { return try await say(library, history) }
        if context.invocation.isOn(Flags.booksPlaces) { return try await listPlaces(library) }
        let found = library.books(question)
        try await report(found)
        if found.isEmpty { await context.note(library.books.isEmpty ? "nothing is saved yet" : "no such book") }
        return found.isEmpty ? .incomplete : .complete
    }

    private var question: BookLibrary.Question {
        let invocation = context.invocation
        return .init(
            words: invocation.operands.joined(separator: " "), place: place,
            status: invocation.isOn(Flags.booksMissing) ? .missing : nil)
    }

    private var place: ShelfPlace? { context.invocation.value(Flags.shelfPlace).flatMap(ShelfPlace.init) }

    private func report(_ books: [LibraryBook]) async throws {
        switch form {
        case .text: try await write(books.map(Self.line).joined())
        case .json: try await write(try books.map { try JSONText.line($0) }.joined())
        case .csv: try await write(books.table().text())
        case .table(let form):
            let table = books.table(form)
            try await write(table.table().text())
            guard table.leftOut > 0 else { return }
            let what = form.needsISBN ? "has no ISBN" : "is uncertain"
            await context.note("\(table.leftOut) left out, because the book \(what)")
        }
    }

    private func write(_ text: String) async throws {
        guard let path = context.invocation.value(Flags.booksFile) else {
            return try await context.console.answer(text)
        }
        try AtomicFile.replace(path, with: Array(text.utf8))
    }

    /// `Winter Night, Tanaka          Study / Case 2           2026-02-20 14:30  shelf.jpg, row 1, book 12`
    private static func line(_ book: LibraryBook) -> String {
        let at = book.places.first?.sighting ?? book.last
        let name = [book.title.isEmpty ? book.isbn?.value ?? "" : book.title, book.author].compactMap { $0 }
            .joined(separator: ", ")
        let state =
            switch book.status {
            case .seen: "\(at.photo), row \(at.row + 1), book \(at.position + 1)"
            case .unread: "not read last time"
            case .missing: "not seen last time"
            }
        let more = book.places.dropFirst().filter { $0.status == .seen }.compactMap { $0.sighting.place?.text }
        return [
            printable(name + (book.isSure ? "" : " (?)")).padded(to: 40),
            printable(at.place?.text ?? "-").padded(to: 28),
            Timestamp.minute(at.time),
            printable(state) + (more.isEmpty ? "" : "; also \(more.joined(separator: ", "))"),
        ].joined(separator: "  ") + "\n"
    }

    private func listPlaces(_ library: BookLibrary) async throws -> Exit {
        let shown = library.places.filter { place?.holds($0) ?? true }
        let lines = shown.map { one in
            let here = library.books(.init(place: one))
            let gone = here.count { $0.status == .missing }
            let books = here.count == 1 ? "1 book" : "\(here.count) books"
            return printable(one.text).padded(to: 40) + "  \(books)" + (gone > 0 ? ", \(gone) not seen last time" : "")
                + "\n"
        }
        try await write(lines.joined())
        if shown.isEmpty { await context.note("no photos of such a place; set one with “espy shelf --place”") }
        return shown.isEmpty ? .incomplete : .complete
    }

    private func say(_ library: BookLibrary, _ history: History) async throws -> Exit {
        var ids: [BookSighting.ID] = []
        for operand in context.invocation.operands {
            let found = BookSighting.ID(operand).map(library.sightings) ?? []
            guard found.count == 1 else {
                let what = found.isEmpty ? "no book has the ID" : "several books have the ID"
                await context.console.error("\(what) \(quoted(operand)); “espy shelf books --csv” lists them")
                return .failed
            }
            ids += found
        }
        guard ids[0] != ids[1] else {
            throw UsageError("both IDs are the same book in the same photo", command: "shelf books")
        }
        try await history.say(ids[0], ids[1], areSame: context.invocation.isOn(Flags.booksMerge))
        return .complete
    }
}
