import Espy
import EspyApp
import EspyBase
import EspySystem

extension Command {
    static let shelfLists = Command(
        "shelf lists", "manage saved book lists for inventories",
        details: [
            """
            “espy shelf inventory NAME PHOTO” uses the saved list NAME, unless a file of that name exists. The web app \
            uses the same lists.
            """
        ],
        actions: [
            Action(
                "keep", "NAME", "FILE",
                says: "Save a CSV or XLSX file for “espy shelf inventory”, replacing a list of the same name.",
                flags: [Flags.encoding]),
            Action("list", says: "List the lists: name, number of books, and date."),
            Action("show", "NAME", says: "Print a list as it was saved."),
            Action("delete", "NAME", count: 1...Int.max, says: "Delete lists."),
        ],
        flags: [Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [
            Example(
                "espy shelf lists keep study koha.csv",
                """
                save a list; then run “espy shelf inventory study shelf.jpg -v”
                """),
            Example("espy shelf lists show study", "print the saved file"),
        ]
    ) { try await ListsCommand(context: $0).run() }
}

/// `espy shelf lists`: manages the stored lists of books.
private struct ListsCommand {
    let context: CommandContext
    private var lists: KeptLists { KeptLists(context.process) }

    func run() async throws -> Exit {
        let operands = context.invocation.operands
        switch context.invocation.action {
        case "keep": return try await keep(operands[0], file: operands[1])
        case "show":
            guard let csv = try await lists.csv(operands[0]) else { throw Self.missing(operands[0]) }
            try await context.console.answer(bytes: csv)
            return .complete
        case "delete": return try await delete(operands)
        default: return try await list()
        }
    }

    private func keep(_ text: String, file: String) async throws -> Exit {
        guard let name = BookList.name(text) else {
            throw UsageError(
                "a name has 1 to \(BookList.longestName) bytes, and not only spaces", command: "shelf lists")
        }
        let bytes = try Files.read(file, limit: BookList.mostBytes)
        let encoding = context.invocation.encoding
        let read: ShelfList
        do throws(Problem) {
            read = try ShelfList(listed: bytes, encoding: encoding)
        } catch {
            await context.console.error("\(printable(file)): \(error.message)")
            return .failed
        }
        if !context.invocation.isOn(Flags.quiet) { await context.console.report(read.notes, of: file) }
        // Stored in a form that needs no encoding later.
        let csv = encoding.flatMap { DecodedText(bytes, as: $0)?.marked } ?? bytes
        let list = try await lists.history.open(making: true)
            .keepBookList(name, csv: csv, books: read.books.count, at: context.process.now())
        await context.note("saved: \(Self.line(list))")
        return .complete
    }

    private func list() async throws -> Exit {
        let all = try await lists.all()
        if all.isEmpty { await context.note("no lists yet; see espy shelf lists keep") }
        let isJSON = context.invocation.isOn(Flags.jsonReport)
        return try await context.answer(
            try all.map { isJSON ? try JSONText.line($0) : Self.line($0) + "\n" }.joined())
    }

    private func delete(_ names: [String]) async throws -> Exit {
        for name in names {
            guard let list = try await lists.named(name) else { throw Self.missing(name) }
            try await lists.history.open(making: false).removeBookList(list.id)
            await context.note("deleted \(quoted(list.name))")
        }
        return .complete
    }

    private static func missing(_ name: String) -> Problem {
        Problem("notFound", "no list \(quoted(name)); see espy shelf lists list")
    }

    /// `Reading room                            16 books  2026-02-20 14:30`
    private static func line(_ list: BookList) -> String {
        let books = list.books == 1 ? "1 book" : "\(list.books) books"
        return "\(printable(list.name).padded(to: 40))  \(books.padded(to: 14))  \(Timestamp.minute(list.time))"
    }
}

/// The lists of books in the history, if there is one.
struct KeptLists {
    let history: HistoryFile

    init(_ process: ProcessEnvironment) { history = HistoryFile(process.environment) }

    func all() async throws -> [BookList] {
        guard history.exists else { return [] }
        return try await history.open(making: false, reading: true).bookLists()
    }

    func named(_ text: String) async throws -> BookList? {
        let name = BookList.name(text)
        return try await all().first { $0.name == name }
    }

    /// The original file of a list; nil if there is none with that name.
    func csv(_ name: String) async throws -> [UInt8]? {
        guard let list = try await named(name) else { return nil }
        return try await history.open(making: false, reading: true).bookList(list.id)
    }
}
