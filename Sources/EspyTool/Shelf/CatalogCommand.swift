import Espy
import EspyApp
import EspyHTTP
import EspyStore
import EspySystem

extension Flags {
    static let bookStore = Flag(
        "output", short: "o", value: FlagValue("FILE", .path),
        help: "The new file with the books; it must not be there yet.")
}

extension Command {
    static let shelfCatalog = Command(
        "shelf catalog", "make a file of many books that --catalog takes",
        details: [
            """
            build reads a dump of Open Library (lines of type, key, revision, date and JSON, with tabs between them), which \
            you bring: of editions, of authors, or of all, unpacked; - is standard input. Editions with an ISBN and a title go \
            into a SQLite file, with the names of their authors, if those are in the dumps as well. Damaged lines are left \
            out and counted. Nothing is downloaded.
            """,
            """
            The file is given to “espy shelf --catalog FILE”: spines and bar codes are looked up in it, on this machine.
            """,
        ],
        actions: [Action("build", "DUMP", count: 1...Int.max, says: "makes the file named with -o of the dumps")],
        flags: [Flags.bookStore, Flags.json, Flags.quiet, Flags.help],
        examples: [
            Example(
                "zcat ol_dump_*.txt.gz | espy shelf catalog build - -o books.sqlite",
                "a file of all editions with an ISBN, for --catalog of espy shelf")
        ]
    ) { try await CatalogCommand($0).run() }
}

/// `espy shelf catalog`: dumps in, a file of books out.
private struct CatalogCommand {
    private let context: CommandContext
    private let path: String

    init(_ context: CommandContext) throws(UsageError) {
        self.context = context
        let command = context.invocation.command.name
        guard let path = context.invocation.value(Flags.bookStore) else {
            throw UsageError("-o is missing: name the new file, as in -o books.sqlite", command: command)
        }
        guard !Files.exists(path) else {
            throw UsageError(
                "\(quoted(path)) is there already; choose another name, or remove it first", command: command)
        }
        self.path = path
    }

    func run() async throws -> Exit {
        // Under another name until it is whole.
        let part = path + ".part"
        Self.remove(part)
        defer { Self.remove(part) }
        let counts: BookStoreBuilder.Counts
        do {
            counts = try build(part)
        } catch let error as StoreError {
            await context.console.error(Problem(error).message)
            return .failed
        } catch let error as FileError {
            await context.console.error("\(printable(error.path)): \(error.text)")
            return .failed
        }
        guard counts.books > 0 else {
            await context.console.error("no edition with an ISBN is in it; is it an unpacked dump of Open Library?")
            return .incomplete
        }
        guard rename(part, path) == 0 else { throw FileError.last(path) }
        if context.invocation.isOn(Flags.json) { try await context.console.answer(try JSONText.line(counts)) }
        await context.note("\(counts.books) books of \(counts.lines) lines; \(counts.damaged) lines are damaged")
        return counts.damaged == 0 ? .complete : .incomplete
    }

    private func build(_ part: String) throws -> BookStoreBuilder.Counts {
        let builder = try BookStoreBuilder(part)
        var lines = try LineSource(
            context.invocation.operands, input: context.surroundings.input, longest: BookStoreBuilder.longestLine)
        while let some = try lines.next() {
            try Task.checkCancellation()
            for line in some where !line.isEmpty { try builder.add(line) }
        }
        try builder.finish()
        return builder.counts
    }

    private static func remove(_ path: String) { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
}
