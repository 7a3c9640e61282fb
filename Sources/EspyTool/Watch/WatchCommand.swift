import Espy
import EspyApp
import EspyBase
import EspySystem

/// Flags of `espy watch`.
extension Flags {
    package static let watchVerb = Flag(
        "verb", value: FlagValue("VERB", .choice(["rack"])), help: "What is done with each photo: rack.")
    package static let watchOut = Flag(
        "out", value: FlagValue("FOLDER", .path), help: "Where the results go: a file for each photo.")
    package static let watchOnce = Flag("once", help: "End when each photo that is there has its result.")
    package static let watchJSON = Flag("json", help: "Write JSON instead of a table.")
}

extension Command {
    static let watch = Command(
        "watch", "turn photos that are dropped into a folder into tables",
        details: [
            """
            Each photo gets NAME.STATE.csv in the folder of --out, where STATE stands for its size and the time of its \
            last change: a photo that comes again under its name is another one. Each is answered once, also when espy \
            is killed at any moment and started again.
            """,
            """
            A photo that cannot be read gets NAME.STATE.error.json, which says why, and so does one on which espy \
            ended several times; they are not tried again. Remove that file to have it tried again.
            """,
        ],
        operands: Operands("IN", count: 1...1, kind: .path, help: "The folder that photos are dropped into."),
        flags: [Flags.watchVerb, Flags.watchOut, Flags.watchOnce, Flags.watchJSON, Flags.grid, Flags.maxDimension]
            + Flags.rackPlacing.filter { $0.name != Flags.rackID.name }
            + Flags.rackTables.filter { $0.name != Flags.sheet.name } + [
                Flags.expect, Flags.encoding, Flags.raw, Flags.history,
            ]
            + [Flags.config, Flags.quiet, Flags.help],
        examples: [
            Example("espy watch inbox/ --verb rack --out tables/ --table limber", "a drop folder for a LIMS")
        ]
    ) { try await WatchCommand($0).run() }
}

/// `espy watch`: photos in, tables out, until it is interrupted.
struct WatchCommand {
    private let context: CommandContext
    private let plan: RackPlan
    private let source: String
    private let results: String

    init(_ context: CommandContext) throws {
        self.context = context
        let invocation = context.invocation
        source = invocation.operands[0]
        guard invocation.value(Flags.watchVerb) != nil, let out = invocation.value(Flags.watchOut) else {
            throw UsageError("--verb rack and --out FOLDER are needed", command: "watch")
        }
        guard Files.isFolder(source) else {
            throw UsageError("\(quoted(source)) is no folder", command: "watch")
        }
        results = out
        plan = try RackPlan(invocation, context.surroundings, writesEach: true)
        guard !Files.same(source, results) else {
            throw UsageError("--out must be another folder than the one that is watched", command: "watch")
        }
    }

    func run() async throws -> Exit {
        let folder = try WatchFolder(results)
        guard let lock = FileLock.take(results) else {
            throw Problem("busy", "another espy watch writes to \(printable(results))")
        }
        let isOnce = context.invocation.isOn(Flags.watchOnce)
        if !isOnce { await context.note("watching \(printable(source))") }
        var exit = Exit.complete
        // What is being copied at this moment has another size soon.
        var sizes: [String: Int] = [:]
        while true {
            let items = try folder.waiting(in: source)
            let settled = isOnce ? items : items.filter { sizes[$0.stem] == $0.size || isOld($0) }
            for item in settled { exit = exit.worse(try await answer(item, folder)) }
            if isOnce { break }
            sizes = Dictionary(items.map { ($0.stem, $0.size) }, uniquingKeysWith: { $1 })
            try await Task.sleep(for: .seconds(1))
        }
        withExtendedLifetime(lock) {}
        return exit
    }

    /// Whether nobody has written to it for some seconds.
    private func isOld(_ item: WatchFolder.Item) -> Bool {
        context.surroundings.now() - item.modified / 1_000_000_000 > 5
    }

    private func answer(_ item: WatchFolder.Item, _ folder: WatchFolder) async throws -> Exit {
        guard try folder.begin(item) else {
            return try await fail(item, folder, Problem("poison", "espy ended each time it was tried"))
        }
        let job = RackJob(plan: plan, surroundings: context.surroundings, input: .file(item.photo))
        let outcome: RackOutcome
        do {
            outcome = try await job.run { _ in }
        } catch {
            folder.forget(item)
            throw error
        }
        guard let finding = outcome.value else {
            return try await fail(item, folder, outcome.problem ?? Problem("unexpected", "there is no result"))
        }
        let name: String
        if context.invocation.isOn(Flags.watchJSON) {
            let json = try JSONText.line(RackAnswer(finding, file: Path.name(of: item.photo)))
            name = try folder.end(item, Array(json.utf8), ext: "json")
        } else {
            name = try folder.end(item, Array(plan.table(of: finding).text().utf8), ext: "csv")
        }
        for note in outcome.source.notes(canChoose: false) { await context.note("\(printable(item.photo)): \(note)") }
        if let notes = finding.comparison?.notes, !context.invocation.isOn(Flags.quiet) {
            await context.console.tell(notes, of: name)
        }
        await context.note("\(printable(name)): \(outcome.summary ?? "written")")
        return outcome.exit
    }

    private func fail(_ item: WatchFolder.Item, _ folder: WatchFolder, _ problem: Problem) async throws -> Exit {
        let json = try JSONText.line(WatchFailure(file: Path.name(of: item.photo), error: problem))
        let name = try folder.end(item, Array(json.utf8), ext: "error.json")
        await context.console.error("\(printable(name)): \(problem.message)")
        return .failed
    }
}

/// Why a photo has no result.
private struct WatchFailure: Encodable {
    let file: String
    let error: Problem
}
