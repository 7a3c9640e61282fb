import Espy
import EspyApp
import Foundation

/// Flags of `espy history`.
extension Flags {
    package static let historyKind = Flag(
        "kind", value: FlagValue("KIND", .choice(HistoryEntry.Kind.allCases.map(\.rawValue))),
        help: "Include only entries of this kind.")
    package static let historyRack = Flag(
        "rack", value: FlagValue("CODE", .text(expected: "the code of a box", hints: [], check: { !$0.isEmpty })),
        help: "Include only results of the box with this code.")
    package static let historyCode = Flag(
        "code",
        value: FlagValue("CODE", .text(expected: "a code or a part of one", hints: [], check: { !$0.isEmpty })),
        help: "Include only boxes with this text in their code or in the code of a vial.")
    package static let limit = Flag(
        "limit", value: FlagValue("N", .integer(0...1_000_000)),
        help: "Maximum number of entries to list, newest first; 0 means all. Default: 100.")
    package static let exportCSV = Flag("csv", help: "Export a table with one line per entry. This is the default.")
    package static let exportJSON = Flag(
        "json", help: "Print JSON instead of text; show and export include the whole result.")
    package static let exportFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "Write to FILE instead of standard output.")
    package static let thumbnails = Flag(
        "thumbnails", value: FlagValue("FOLDER", .path),
        help: "Also export the thumbnail of each entry, as ID.jpg in FOLDER.")
    package static let correctTruth = Flag(
        "truth", value: FlagValue("FILE", .file),
        help: "File with marks, in any format of espy count --truth.")
    package static let confirmedBy = Flag(
        "by",
        value: FlagValue("NAME", .text(expected: "a name", hints: [], check: HistoryEntry.Confirmation.isName)),
        help: "Name of the person who checked or corrected the entries.")
    package static let off = Flag("off", help: "Undo it.")
    package static let keepFavorites = Flag("keep-favorites", help: "Keep favorites.")
    package static let yes = Flag("yes", short: "y", help: "Delete without asking.")
}

extension Command {
    static let history = Command(
        "history", "list, show, export and delete saved results",
        details: [
            """
            Every result is saved with its settings and a thumbnail, in one file in the data folder. The history keeps \
            the newest \(History.limit) counts (history-limit), all favorites, racks and shelves. --no-history skips saving one result; \
            “espy config set history off” turns saving off.
            """,
            """
            Each result includes a copy of the photo of at most 2048 pixels, without its metadata, so that you can \
            view, correct and recount it later. “espy config set history-photos none” turns this off; \
            history-photos-limit sets the maximum total size, and the oldest are removed first.
            """,
            """
            An ID is shown by “espy history list”. You can shorten it to any unique beginning of at least 4 \
            characters.
            """,
        ],
        actions: [
            Action(
                "list", says: "List entries, newest first; favorites have a star.",
                flags: [Flags.historyKind, Flags.historyRack, Flags.historyCode, Flags.limit, Flags.exportJSON]),
            Action("show", "ID", says: "Show an entry in full.", flags: [Flags.exportJSON]),
            Action(
                "export", "ID", count: 0...Int.max, says: "Export these entries, or all, as CSV or JSON Lines.",
                flags: [Flags.historyKind, Flags.exportJSON, Flags.exportCSV, Flags.exportFile, Flags.thumbnails]),
            Action(
                "correct", "ID", says: "Correct a count with the marks in --truth FILE, replacing other corrections.",
                flags: [Flags.correctTruth, Flags.confirmedBy]),
            Action(
                "confirm", "ID", count: 1...Int.max,
                says: "Record that --by NAME checked entries; a later correction undoes it.",
                flags: [Flags.confirmedBy, Flags.off]),
            Action(
                "report", "ID", count: 1...200,
                says: "Write a report to -o FILE: .html, or .pdf if a browser is installed.", flags: [Flags.exportFile]),
            Action(
                "place", "ID", count: 1...Int.max,
                says: "Set the place of shelves: --place PLACE, or --off to remove it.",
                flags: [Flags.shelfPlace, Flags.off]),
            Action("favorite", "ID", says: "Never remove these entries to make room.", flags: [Flags.off]),
            Action("delete", "ID", count: 1...Int.max, says: "Delete entries."),
            Action("restore", "ID", count: 1...Int.max, says: "Restore entries deleted in the last ten minutes."),
            Action(
                "forget-photos", says: "Delete all stored photos, after asking; results stay. This cannot be undone.",
                flags: [Flags.yes]),
            Action(
                "clear", says: "Delete all entries, after asking. This cannot be undone.",
                flags: [Flags.historyKind, Flags.keepFavorites, Flags.yes]),
        ],
        flags: [Flags.quiet, Flags.help, Flags.helpAll],
        examples: [
            Example("espy history list --kind count", "list counts, newest first"),
            Example(
                "espy history export --csv -o counts.csv --thumbnails pictures/",
                """
                write a table, and a thumbnail of each entry
                """),
            Example("espy history confirm 3f2a --by Ann", "record that a second person checked a count"),
            Example("espy history report 3f2a -o tray.html", "write a page to print"),
            Example("espy history favorite 3f2a", "mark a favorite"),
        ]
    ) { try await HistoryCommand($0).run() }
}

/// `espy history`: lists, exports and changes earlier results.
struct HistoryCommand {
    let context: CommandContext
    private let file: HistoryFile

    init(_ context: CommandContext) throws(UsageError) {
        self.context = context
        file = HistoryFile(context.process.environment)
        let invocation = context.invocation
        guard !invocation.isOn(Flags.exportCSV) || !invocation.isOn(Flags.exportJSON) else {
            throw UsageError("--csv and --json exclude each other; choose one", command: "history")
        }
        for id in invocation.operands where id.count < Self.shortestID {
            throw UsageError(
                "\(quoted(id)): an ID needs at least \(Self.shortestID) characters", command: "history")
        }
    }

    /// Actions that do not change the history.
    private static let looks: Set = ["list", "show", "export", "report"]

    func run() async throws -> Exit {
        // Reading does not create a file.
        guard file.exists else { return try await answerWithoutHistory() }
        let history = try file.open(making: false, reading: Self.looks.contains(invocation.action ?? ""))
        if let refusal = await history.refusal { await context.noteThatNothingChanges(refusal) }
        try? await history.purge(at: context.process.now())
        switch invocation.action {
        case "list": return try await HistoryList(self).run(history)
        case "show": return try await HistoryDetails(self).run(history)
        case "export": return try await HistoryExport(self).run(history)
        case "correct": return try await HistoryCorrectAction(self).run(history)
        case "confirm": return try await confirm(history)
        case "report": return try await HistoryReporting(self).run(history)
        case "place": return try await place(history)
        case "favorite": return try await favorite(history)
        case "delete": return try await delete(history)
        case "restore": return try await restore(history)
        case "forget-photos": return try await forgetPhotos(history)
        default: return try await clear(history)
        }
    }

    private var invocation: Invocation { context.invocation }

    private func answerWithoutHistory() async throws -> Exit {
        if let id = invocation.operands.first { throw HistoryError.notFound(id) }
        if invocation.action == "export" { return try await HistoryExport(self).write([]) }
        await context.note("nothing is saved yet")
        return .complete
    }

    private func favorite(_ history: History) async throws -> Exit {
        let isFavorite = !invocation.isOn(Flags.off)
        for entry in try await entries(history) { try await history.setFavorite(isFavorite, of: entry.id) }
        return .complete
    }

    private func confirm(_ history: History) async throws -> Exit {
        let name = invocation.value(Flags.confirmedBy)
        guard (name != nil) != invocation.isOn(Flags.off) else {
            throw UsageError("confirm needs --by NAME, or --off to undo it", command: "history")
        }
        let confirmation = name.map { HistoryEntry.Confirmation(by: $0, time: context.process.now()) }
        for entry in try await entries(history) {
            try await history.setConfirmation(confirmation, of: entry.id, by: author)
        }
        return .complete
    }

    private func place(_ history: History) async throws -> Exit {
        let place = invocation.value(Flags.shelfPlace).flatMap(ShelfPlace.init)
        guard (place != nil) != invocation.isOn(Flags.off) else {
            throw UsageError("place needs --place PLACE, or --off to undo it", command: "history")
        }
        let entries = try await entries(history)
        if let other = entries.first(where: { $0.kind != .shelf }) {
            await context.console.error("\(other.id.prefix(8)) is not a shelf; only shelves have a place")
            return .failed
        }
        for entry in entries { try await history.change(entry.id, HistoryChange(place: .some(place))) }
        return .complete
    }

    private func delete(_ history: History) async throws -> Exit {
        let ids = Set(try await entries(history).map(\.id))
        try await history.delete(ids.sorted(), at: context.process.now())
        let names = ids.sorted().map { String($0.prefix(8)) }.joined(separator: " ")
        await context.note(
            "deleted \(Self.entries(ids.count)); within ten minutes, “espy history restore \(names)” undoes it")
        return .complete
    }

    private func restore(_ history: History) async throws -> Exit {
        for id in invocation.operands { try await history.restore(id, at: context.process.now()) }
        await context.note("restored \(Self.entries(invocation.operands.count))")
        return .complete
    }

    /// Asks first, because this cannot be undone.
    private func clear(_ history: History) async throws -> Exit {
        let keeps = invocation.isOn(Flags.keepFavorites)
        let count = try await history.count(of: kind, withoutFavorites: keeps)
        guard count > 0 else {
            await context.note(keeps ? "nothing is saved except favorites" : "nothing is saved yet")
            return .complete
        }
        let those = kind.map { " of the kind \($0.rawValue)" } ?? ""
        let question = "This deletes \(Self.entries(count))\(those)\(keeps ? "; favorites stay" : "")."
        guard try await context.isMeant(Flags.yes, to: "delete", question) else {
            await context.note("nothing was deleted")
            return .incomplete
        }
        let gone = try await history.clear(kind: kind, keepingFavorites: keeps)
        await context.note("deleted \(Self.entries(gone))")
        return .complete
    }

    /// Asks first, because this cannot be undone.
    private func forgetPhotos(_ history: History) async throws -> Exit {
        let room = try await history.photoRoom()
        guard room.photos > 0 else {
            await context.note("no photos are stored")
            return .complete
        }
        let question = "This deletes the photos of \(room.text); the results stay."
        guard try await context.isMeant(Flags.yes, to: "forget", question) else {
            await context.note("nothing was deleted")
            return .incomplete
        }
        let gone = try await history.forgetPhotos()
        await context.note("deleted the photos of \(gone.text)")
        return .complete
    }

    /// The entries for the operands, in their order.
    func entries(_ history: History) async throws(HistoryError) -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        for id in invocation.operands { entries.append(try await history.entry(id)) }
        return entries
    }

    /// The author of changes, as it appears in the log.
    var author: HistoryAuthor {
        HistoryAuthor(
            by: invocation.value(Flags.confirmedBy), via: "command line, user \(ProcessInfo.processInfo.userName)",
            time: context.process.now())
    }

    var kind: HistoryEntry.Kind? { invocation.value(Flags.historyKind).flatMap(HistoryEntry.Kind.init) }

    static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    private static let shortestID = 4
}

extension HistoryPhoto.Room {
    /// `120 results, 35 MB`
    var text: String { "\(photos == 1 ? "1 result" : "\(photos) results"), \(ByteText.text(bytes))" }
}
