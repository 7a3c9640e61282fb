import Espy
import EspyApp
import EspyBase
import EspySystem

/// Flags of `espy watch`.
extension Flags {
    package static let watchVerb = Flag(
        "verb", value: FlagValue("VERB", .choice(["rack"])), help: "Command to run on each photo: rack.")
    package static let watchOut = Flag(
        "out", value: FlagValue("FOLDER", .path), help: "Folder for the results, one file per photo.")
    package static let watchOnce = Flag("once", help: "Exit when all photos in the folder have results.")
    package static let watchJSON = Flag("json", help: "Write JSON instead of a table.")
}

extension Command {
    static let watch = Command(
        "watch", "read photos that appear in a folder into tables",
        details: [
            """
            Each photo gets NAME.STATE.csv in the folder of --out, where STATE stands for its size and modification \
            time, so a changed photo with the same name counts as new. Each photo is processed once, even if espy is \
            killed and started again.
            """,
            """
            A photo that cannot be read, or that repeatedly makes espy crash, gets NAME.STATE.error.json with the \
            reason and is not tried again. Remove that file to try again.
            """,
        ],
        operands: Operands("IN", count: 1...1, kind: .path, help: "Folder to watch for photos."),
        flags: [
            Flags.watchVerb, Flags.watchOut, Flags.watchOnce, Flags.watchJSON, Flags.grid, Flags.table, Flags.expect,
            Flags.quiet, Flags.help, Flags.helpAll,
        ],
        groups: [
            FlagGroup("The box in the photo", Flags.rackPlacing.filter { $0.name != Flags.rackID.name }),
            FlagGroup(
                "Tables", Flags.rackTables.filter { ![Flags.sheet.name, Flags.table.name].contains($0.name) }),
            FlagGroup(
                "Input and output", [Flags.maxDimension, Flags.raw, Flags.encoding, Flags.history, Flags.config]),
        ],
        examples: [
            Example("espy watch inbox/ --verb rack --out tables/ --table limber", "watch a drop folder for a LIMS")
        ]
    ) { try await WatchCommand($0).run() }
}

/// `espy watch`: reads the photos that arrive in a folder until it is interrupted.
private struct WatchCommand {
    private let context: CommandContext
    private let plan: RackPlan
    private let source: String
    private let results: String

    init(_ context: CommandContext) throws {
        self.context = context
        let invocation = context.invocation
        source = invocation.operands[0]
        guard invocation.value(Flags.watchVerb) != nil, let out = invocation.value(Flags.watchOut) else {
            throw UsageError("--verb rack and --out FOLDER are required", command: "watch")
        }
        guard Files.isFolder(source) else {
            throw UsageError("\(quoted(source)) is not a folder", command: "watch")
        }
        results = out
        plan = try RackPlan(invocation, context.process, writesEach: true)
        guard !Files.same(source, results) else {
            throw UsageError("--out must differ from the watched folder", command: "watch")
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
        // A file that is still being copied changes its size.
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

    /// Whether the file has not been changed for some seconds.
    private func isOld(_ item: WatchFolder.Item) -> Bool {
        context.process.now() - item.modified / 1_000_000_000 > 5
    }

    private func answer(_ item: WatchFolder.Item, _ folder: WatchFolder) async throws -> Exit {
        guard try folder.begin(item) else {
            return try await fail(item, folder, Problem("poison", "espy crashed on it each time"))
        }
        let job = RackJob(plan: plan, process: context.process, input: .file(item.photo))
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
            await context.console.report(notes, of: name)
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

/// Results of photos that arrive in a folder: one file each, named after the photo and its state. Photos with a result
/// are skipped.
///
/// A photo that crashed the program several times is not tried again: each try first writes a byte next to the results.
private struct WatchFolder: Sendable {
    /// The maximum number of tries. More than one, because something else may have ended the program.
    static let mostTries = 5

    private let path: String
    private var tries: String { Path.join(path, ".tries") }

    /// A photo with its current state.
    struct Item: Sendable {
        let photo: String
        /// The prefix of its results' names.
        let stem: String
        let size: Int
        /// Nanoseconds since 1970.
        let modified: Int
    }

    init(_ path: String) throws(FileError) {
        self.path = path
        try Files.makeFolder(path)
        try Files.makeFolder(tries)
    }

    /// The photos of a folder without a result, sorted by name.
    func waiting(in folder: String) throws(FileError) -> [Item] {
        let done = Set(try Files.names(in: path).map(Self.stem))
        return try Files.names(in: folder)
            .filter { PhotoInput.extensions.contains(Path.fileExtension(of: $0)) }
            .compactMap { Self.item(Path.join(folder, $0)) }
            .filter { !done.contains($0.stem) }
    }

    /// Nil if the file is gone.
    static func item(_ photo: String) -> Item? {
        guard Files.size(photo) != nil, let file = try? FileStatus(path: photo) else { return nil }
        let name = Path.name(of: photo)
        let state = SHA256.hex(of: Array("\(name)\0\(file.size)\0\(file.modified)".utf8)).prefix(12)
        return Item(
            photo: photo, stem: "\(Path.stem(of: name).prefix(100)).\(state)", size: file.size,
            modified: file.modified)
    }

    /// The name of a result without its extension, which may be `.error.json`.
    private static func stem(_ name: String) -> String {
        name.hasSuffix(".error.json") ? String(name.dropLast(".error.json".count)) : Path.stem(of: name)
    }

    /// Records that a photo is about to be tried.
    /// - Returns: false if it was tried too often.
    func begin(_ item: Item) throws(FileError) -> Bool {
        let mark = Path.join(tries, item.stem)
        let before = Files.exists(mark) ? try Files.read(mark, limit: 1 << 10) : []
        guard before.count < Self.mostTries else { return false }
        try AtomicFile.replace(mark, with: before + [0x2E])
        return true
    }

    /// Writes a result atomically, and forgets the photo's tries.
    /// - Returns: The name of the file.
    @discardableResult
    func end(_ item: Item, _ text: [UInt8], ext: String) throws(FileError) -> String {
        let name = "\(item.stem).\(ext)"
        try AtomicFile.replace(Path.join(path, name), with: text)
        forget(item)
        return name
    }

    /// Forgets the tries, also after an interrupt, which is not the photo's fault.
    func forget(_ item: Item) { unlink(Path.join(tries, item.stem)) }
}
