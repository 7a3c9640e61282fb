import Espy
import EspyApp
import EspyStore
import EspySystem

extension Flags {
    static let bookStore = Flag(
        "output", short: "o", value: FlagValue("FILE", .path),
        help: "File to create; it must not exist.")
}

extension Command {
    static let shelfCatalog = Command(
        "shelf catalog", "build a large book list for --catalog",
        details: [
            """
            build reads an Open Library dump that you downloaded and unpacked (tab-separated type, key, revision, date \
            and JSON): of editions, authors or everything; - reads standard input. Editions with an ISBN and a title \
            are written to a SQLite file, with author names if the dumps include them. Damaged lines are skipped and \
            counted. Nothing is downloaded.
            """,
            "“espy shelf --catalog FILE” looks up spines and barcodes in the file, on this machine.",
        ],
        actions: [Action("build", "DUMP", count: 1...Int.max, says: "Build the file named with -o from the dumps.")],
        flags: [Flags.bookStore, Flags.json, Flags.quiet, Flags.help],
        examples: [
            Example(
                "zcat ol_dump_*.txt.gz | espy shelf catalog build - -o books.sqlite",
                "build a list of all editions with an ISBN")
        ]
    ) { try await CatalogCommand($0).run() }
}

/// `espy shelf catalog`: builds a catalog from data dumps.
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
                "\(quoted(path)) already exists; choose another name, or remove it first", command: command)
        }
        self.path = path
    }

    func run() async throws -> Exit {
        // Written under another name until it is complete.
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
            await context.console.error("no edition with an ISBN found; is it an unpacked dump of Open Library?")
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
            context.invocation.operands, input: context.process.input, longest: BookStoreBuilder.longestLine)
        while let some = try lines.next() {
            try Task.checkCancellation()
            for line in some where !line.isEmpty { try builder.add(line) }
        }
        try builder.finish()
        return builder.counts
    }

    private static func remove(_ path: String) { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
}
