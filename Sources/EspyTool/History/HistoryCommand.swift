import Espy
import EspyApp
import Foundation

/// Flags of `espy history`.
extension Flags {
    package static let historyKind = Flag(
        "kind", value: FlagValue("KIND", .choice(HistoryEntry.Kind.allCases.map(\.rawValue))),
        help: "Only entries of this kind.")
    package static let historyRack = Flag(
        "rack", value: FlagValue("CODE", .text(expected: "the code of a box", hints: [], check: { !$0.isEmpty })),
        help: "list: only scans of the box with this code.")
    package static let historyCode = Flag(
        "code",
        value: FlagValue("CODE", .text(expected: "a code or a part of one", hints: [], check: { !$0.isEmpty })),
        help: "list: only boxes with this in their code or in that of a vial.")
    package static let limit = Flag(
        "limit", value: FlagValue("N", .integer(0...1_000_000)),
        help: "List at most the newest N entries; 0 means all. Without it, 100.")
    package static let exportCSV = Flag("csv", help: "Export a table, one line for each entry. This is the default.")
    package static let exportJSON = Flag(
        "json", help: "list, show and export: JSON instead of text; show and export with the whole result.")
    package static let exportFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "Export to FILE instead of standard output.")
    package static let thumbnails = Flag(
        "thumbnails", value: FlagValue("FOLDER", .path),
        help: "Also export the small picture of each entry, as ID.jpg in FOLDER.")
    package static let correctTruth = Flag(
        "truth", value: FlagValue("FILE", .file),
        help: "correct: a file with marks, of any form that espy count --truth takes.")
    package static let confirmedBy = Flag(
        "by",
        value: FlagValue("NAME", .text(expected: "a name", hints: [], check: HistoryEntry.Confirmation.isName)),
        help: "confirm, correct: who has checked or corrected the entries.")
    package static let off = Flag("off", help: "favorite, confirm, place: take that back.")
    package static let keepFavorites = Flag("keep-favorites", help: "Clear all but the favorites.")
    package static let yes = Flag("yes", short: "y", help: "Clear, or forget photos, without asking.")
}

extension Command {
    static let history = Command(
        "history", "list, show, export and delete what was found before",
        details: [
            """
            Every result is kept with its settings and a small picture, in one file in the data folder. Of the counts, \
            the newest \(History.limit) are kept, and all favorites; of the racks, all. --no-history keeps a result out, \
            “espy config set history off” all of them.
            """,
            """
            With each result a picture of the photo is kept, of at most 2048 pixels and without its metadata, so that \
            the result can be looked at, corrected and counted again later. “espy config set history-photos none” \
            keeps none from then on; all together take at most history-photos-limit, the oldest go first.
            """,
            """
            An ID is what “espy history list” shows, or any beginning of it that is at least 4 characters long and \
            belongs to one entry only.
            """,
        ],
        actions: [
            Action("list", says: "One line for each entry, the newest first: a favorite has a star."),
            Action("show", "ID", says: "All that is known of an entry."),
            Action("export", "ID", count: 0...Int.max, says: "Those entries, or all, as CSV or JSON Lines."),
            Action(
                "correct", "ID", says: "Correct a count to what --truth FILE marks; that replaces other corrections."),
            Action(
                "confirm", "ID", count: 1...Int.max,
                says: "Write down that --by NAME has checked entries; a later correction undoes it."),
            Action(
                "report", "ID", count: 1...200,
                says: "Write entries as a page to print, to -o FILE: .html, or .pdf where a browser is installed."),
            Action(
                "place", "ID", count: 1...Int.max,
                says: "Write down where shelves stand: --place PLACE, or --off to take that back."),
            Action("favorite", "ID", says: "Keep an entry until it is deleted."),
            Action("delete", "ID", count: 1...Int.max, says: "Delete entries."),
            Action("restore", "ID", count: 1...Int.max, says: "Bring deleted entries back, within ten minutes."),
            Action(
                "forget-photos", says: "Let all kept photos go, after asking; the results stay. There is no way back."),
            Action("clear", says: "Delete all entries, after asking. There is no way back."),
        ],
        flags: [
            Flags.historyKind, Flags.historyRack, Flags.historyCode, Flags.limit, Flags.exportJSON, Flags.exportCSV,
            Flags.exportFile,
            Flags.thumbnails, Flags.correctTruth, Flags.confirmedBy, Flags.shelfPlace, Flags.off, Flags.keepFavorites,
            Flags.yes,
            Flags.quiet, Flags.help,
        ],
        examples: [
            Example("espy history list --kind count", "the counts, the newest first"),
            Example("espy history export --csv -o counts.csv --thumbnails pictures/", "a table, and a picture each"),
            Example("espy history confirm 3f2a --by Ann", "a second person has checked it"),
            Example("espy history report 3f2a -o tray.html", "photo, number and names on a page to print"),
            Example("espy history favorite 3f2a", "keep one of them"),
        ]
    ) { try await HistoryCommand($0).run() }
}

/// `espy history`: what was found before.
struct HistoryCommand {
    let context: CommandContext
    private let file: HistoryFile

    init(_ context: CommandContext) throws(UsageError) {
        self.context = context
        file = HistoryFile(context.surroundings.environment)
        let invocation = context.invocation
        guard !invocation.isOn(Flags.exportCSV) || !invocation.isOn(Flags.exportJSON) else {
            throw UsageError("--csv and --json ask for two forms; choose one", command: "history")
        }
        for id in invocation.operands where id.count < Self.shortestID {
            throw UsageError(
                "\(quoted(id)): an ID needs at least \(Self.shortestID) characters", command: "history")
        }
    }

    /// Actions that change nothing of the history.
    private static let looks: Set = ["list", "show", "export", "report"]

    func run() async throws -> Exit {
        // Looking does not make a file.
        guard file.exists else { return try await answerWithoutHistory() }
        let history = try file.open(making: false, reading: Self.looks.contains(invocation.action ?? ""))
        if let refusal = await history.refusal { await context.noteThatNothingChanges(refusal) }
        try? await history.purge(at: context.surroundings.now())
        switch invocation.action {
        case "list": return try await HistoryList(self).run(history)
        case "show": return try await HistoryDetails(self).run(history)
        case "export": return try await HistoryExport(self).run(history)
        case "correct": return try await HistoryCorrecting(self).run(history)
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
        await context.note("nothing is kept yet")
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
            throw UsageError("confirm needs --by NAME, or --off to take that back", command: "history")
        }
        let confirmation = name.map { HistoryEntry.Confirmation(by: $0, time: context.surroundings.now()) }
        for entry in try await entries(history) {
            try await history.setConfirmation(confirmation, of: entry.id, by: author)
        }
        return .complete
    }

    private func place(_ history: History) async throws -> Exit {
        let place = invocation.value(Flags.shelfPlace).flatMap(ShelfPlace.init)
        guard (place != nil) != invocation.isOn(Flags.off) else {
            throw UsageError("place needs --place PLACE, or --off to take that back", command: "history")
        }
        let entries = try await entries(history)
        if let other = entries.first(where: { $0.kind != .shelf }) {
            await context.console.error("\(other.id.prefix(8)) is no shelf: only shelves have a place")
            return .failed
        }
        for entry in entries { try await history.change(entry.id, HistoryChange(place: .some(place))) }
        return .complete
    }

    private func delete(_ history: History) async throws -> Exit {
        let ids = Set(try await entries(history).map(\.id))
        try await history.delete(ids.sorted(), at: context.surroundings.now())
        let names = ids.sorted().map { String($0.prefix(8)) }.joined(separator: " ")
        await context.note(
            "deleted \(Self.entries(ids.count)); within ten minutes, “espy history restore \(names)” undoes it")
        return .complete
    }

    private func restore(_ history: History) async throws -> Exit {
        for id in invocation.operands { try await history.restore(id, at: context.surroundings.now()) }
        await context.note("restored \(Self.entries(invocation.operands.count))")
        return .complete
    }

    /// Asks first, for there is no way back.
    private func clear(_ history: History) async throws -> Exit {
        let count = try await history.count(of: kind)
        guard count > 0 else {
            await context.note("nothing is kept yet")
            return .complete
        }
        let keeps = invocation.isOn(Flags.keepFavorites)
        let those = kind.map { " of the kind \($0.rawValue)" } ?? ""
        let question = "This deletes \(Self.entries(count))\(those)\(keeps ? ", favorites aside" : "")."
        guard try await context.isMeant(Flags.yes, to: "delete", question) else {
            await context.note("nothing was deleted")
            return .incomplete
        }
        let gone = try await history.clear(kind: kind, keepingFavorites: keeps)
        await context.note("deleted \(Self.entries(gone))")
        return .complete
    }

    /// Asks first, for there is no way back.
    private func forgetPhotos(_ history: History) async throws -> Exit {
        let room = try await history.photoRoom()
        guard room.photos > 0 else {
            await context.note("no photos are kept")
            return .complete
        }
        let question = "This lets the photos of \(room.text) go; the results stay."
        guard try await context.isMeant(Flags.yes, to: "forget", question) else {
            await context.note("nothing was deleted")
            return .incomplete
        }
        let gone = try await history.forgetPhotos()
        await context.note("forgot the photos of \(gone.text)")
        return .complete
    }

    /// Those that the operands name, in their order.
    func entries(_ history: History) async throws(HistoryError) -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        for id in invocation.operands { entries.append(try await history.entry(id)) }
        return entries
    }

    /// Who changes something, as the list of changes names it.
    var author: HistoryAuthor {
        HistoryAuthor(
            by: invocation.value(Flags.confirmedBy), via: "command line, user \(ProcessInfo.processInfo.userName)",
            time: context.surroundings.now())
    }

    var kind: HistoryEntry.Kind? { invocation.value(Flags.historyKind).flatMap(HistoryEntry.Kind.init) }

    static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    private static let shortestID = 4
}

extension HistoryPhoto.Room {
    /// `120 results, 35 MB`
    var text: String { "\(photos == 1 ? "1 result" : "\(photos) results"), \(ByteText.text(bytes))" }
}
