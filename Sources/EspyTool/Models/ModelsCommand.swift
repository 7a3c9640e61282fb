import Espy
import EspyApp
import EspyInference
import EspySystem

/// Flags of `espy models`.
extension Flags {
    package static let modelID = Flag(
        "id",
        value: FlagValue(
            "ID",
            .text(
                expected: "a name of small letters, digits, -, . and _", hints: [], check: { ModelEntry.isName($0) })),
        help: """
            ID for the model. The ID of a known model also gives it that description. Default: the file name.
            """)
    package static let modelTask = Flag(
        "task", value: FlagValue("TASK", .choice(ModelEntry.Task.allCases.filter { !$0.isGraph }.map(\.rawValue))),
        help: "Expected task of the model; a model for another task is refused.")
    package static let modelVocabulary = Flag(
        "vocabulary", value: FlagValue("FILE", .path),
        help: """
            Vocabulary of a text model, called merges.txt by the publishers of CLIP. Marks the file as a text model.
            """)
    package static let modelSpace = Flag(
        "space",
        value: FlagValue(
            "NAME",
            .text(
                expected: "a name of small letters, digits, -, . and _", hints: [], check: { ModelEntry.isName($0) })),
        help: """
            Name that the photo half and the text half of a CLIP model share, so that they are used together.
            """)
    package static let consent = Flag("yes", short: "y", help: "Download without asking.")
}

extension Command {
    static let models = Command(
        "models", "list, install, import, verify and remove models",
        details: [
            """
            Espy comes with models for counting. You can replace them with known models that must be downloaded, or \
            with your own YOLOX detectors, embedders and ImageNet classifiers, as ONNX files.
            """,
            """
            install is the only command that opens a connection, and it asks first. If a checksum is not known, it is \
            recorded at the first install, and the model is shown as unverified.
            """,
        ],
        actions: [
            Action("list", says: "List all models: state, task and license."),
            Action("install", "ID", says: "Download a known model and check it.", flags: [Flags.consent]),
            Action(
                "import", "FILE", says: "Inspect and test an ONNX file, and save a copy.",
                flags: [Flags.modelID, Flags.modelTask, Flags.modelVocabulary, Flags.modelSpace]),
            Action("verify", "ID", count: 0...Int.max, says: "Check and test these models, or all."),
            Action("remove", "ID", says: "Delete an installed or imported model."),
        ],
        needsAction: false,
        flags: [Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [
            Example("espy models list", "list all models"),
            Example("espy models install yolox-s", "download the detector of the reference script"),
            Example("espy models install resnet50", "download a classifier to tag photos with 1,000 classes"),
            Example("espy models install clip-image-int8", "together with clip-text-int8: search by meaning"),
            Example("espy models import tinyclip.onnx --id tinyclip", "add a model that you converted yourself"),
        ]
    ) { try await ModelsCommand($0).run() }
}

/// `espy models`: lists, installs, checks and removes models.
struct ModelsCommand {
    let context: CommandContext

    init(_ context: CommandContext) throws(UsageError) {
        self.context = context
        for flag in [Flags.modelID, Flags.modelTask, Flags.modelVocabulary, Flags.modelSpace]
        where invocation.value(flag) != nil && invocation.action != "import" {
            throw UsageError("--\(flag.name) is for import only", command: "models")
        }
    }

    private var invocation: Invocation { context.invocation }

    func run() async throws -> Exit {
        ModelTrial(context.process).begin()
        let store = try ModelStore(context.process.environment)
        switch invocation.action {
        case "install": return try await ModelInstall(self, store).run(invocation.operands[0])
        case "import": return try await ModelImport(self, store).run(invocation.operands[0])
        case "verify": return try await ModelVerify(self, store).run(invocation.operands)
        case "remove": return try await remove(invocation.operands[0], store)
        default: return try await list(store)
        }
    }

    private func list(_ store: ModelStore) async throws -> Exit {
        let rows = store.library.entries.map { ModelRow($0, store) }
        if invocation.isOn(Flags.jsonReport) { return try await context.answer(try JSONText.line(rows)) }
        if rows.isEmpty { await context.note("no models found; set ESPY_MODELS to the folder of manifest.json") }
        let width = rows.map(\.id.count).max() ?? 0
        return try await context.answer(rows.map { $0.line(width: width) }.joined())
    }

    private func remove(_ id: String, _ store: ModelStore) async throws -> Exit {
        let entry = try store.library.entry(id)
        guard entry.origin != nil else {
            let what = store.state(of: entry) == .missing ? "is not installed" : "came with Espy"
            throw Problem("notRemovable", "the model \(quoted(id)) \(what); there is nothing to remove")
        }
        try store.forget(entry)
        await context.note("removed \(id)")
        return .complete
    }

    /// Prints the result of an action that changed one model.
    func answer(_ id: String, _ word: String) async throws -> Exit {
        // Read again, to show what was written.
        let store = try ModelStore(context.process.environment)
        let row = ModelRow(try store.library.entry(id), store)
        if invocation.isOn(Flags.jsonReport) { return try await context.answer(try JSONText.line(row)) }
        await context.note(
            "\(word) \(id): \(row.state.rawValue), \(row.task.rawValue), \(row.path.map(printable) ?? "")")
        return .complete
    }

    /// Notes that the other model of a pair is missing, without which this one does little.
    func noteOtherHalf(of entry: ModelEntry) async throws {
        guard let space = entry.space, [.text, .embedder].contains(entry.task) else { return }
        let other: ModelEntry.Task = entry.task == .text ? .embedder : .text
        let store = try ModelStore(context.process.environment)
        let halves = store.library.entries.filter { $0.space == space && $0.task == other }
        if halves.contains(where: { store.state(of: $0) != .missing }) {
            await context.note("to search by meaning, index the photos again: espy gallery update")
        } else {
            let known = halves.first.map { ", such as \($0.id)" } ?? ""
            await context.note(entry.lacking(other) + known)
        }
    }
}

/// A model in the output of the commands.
struct ModelRow: Encodable {
    let id: String
    let task: ModelEntry.Task
    let state: ModelStore.State
    /// The path of the file; nil if it is missing.
    let path: String?
    /// The size of the installed file, or of the one to download.
    let bytes: Int?
    let sha256: String?
    let license: String
    let description: String
    let card: String?
    let url: String?

    init(_ entry: ModelEntry, _ store: ModelStore) {
        id = entry.id
        task = entry.task
        state = store.state(of: entry)
        path = store.library.path(of: entry)
        bytes = path.flatMap(Files.size) ?? entry.bytes
        sha256 = entry.sha256
        license = entry.license
        description = entry.description
        card = entry.card
        url = entry.url
    }

    /// `yolox-s        detector    missing     36.0 MB  Apache-2.0  YOLOX-S by …`
    func line(width: Int) -> String {
        let size = bytes.map { Self.megabytes($0) } ?? "?"
        return [
            id.padded(to: width), task.rawValue.padded(to: 10), state.rawValue.padded(to: 10),
            size.aligned(to: 9), printable(license).padded(to: 10),
            printable(description),
        ].joined(separator: "  ") + "\n"
    }

    /// `36.0 MB`
    static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}

/// `espy models verify`: checks that the files are intact and work.
private struct ModelVerify {
    private let command: ModelsCommand
    private let store: ModelStore

    init(_ command: ModelsCommand, _ store: ModelStore) {
        self.command = command
        self.store = store
    }

    private struct Finding: Encodable {
        let id: String
        let isFine: Bool
        let state: ModelStore.State
        let error: Problem?

        /// `ok    yolox-s  unverified`
        func line(width: Int) -> String {
            let result = error.map(\.message) ?? state.rawValue
            return "\(isFine ? "ok" : "BAD")".padded(to: 6) + id.padded(to: width + 2) + result + "\n"
        }
    }

    /// - Parameter ids: The models to check; empty for all installed ones.
    func run(_ ids: [String]) async throws -> Exit {
        let here = store.library.entries.filter { store.state(of: $0) != .missing }.map(\.id)
        let chosen = ids.isEmpty ? here : ids
        if chosen.isEmpty { await command.context.note("no models to verify") }
        var findings: [Finding] = []
        for id in chosen {
            try Task.checkCancellation()
            findings.append(try await finding(try store.library.entry(id)))
        }
        if command.context.invocation.isOn(Flags.jsonReport) {
            _ = try await command.context.answer(try JSONText.line(findings))
        } else {
            let width = chosen.map(\.count).max() ?? 0
            _ = try await command.context.answer(findings.map { $0.line(width: width) }.joined())
        }
        return findings.allSatisfy(\.isFine) ? .complete : .failed
    }

    /// Loading checks the size and checksum; running it once shows whether it works.
    private func finding(_ entry: ModelEntry) async throws -> Finding {
        var problem: Problem?
        do {
            try ModelTrial(command.context.process).run(entry.id, ["models", "verify", entry.id])
            let loader = ModelLoader(library: store.library, runtime: store.runtime)
            try await loader.tryOutWhole(entry.id)
        } catch let error as InferenceError {
            problem = Problem(error)
        }
        return Finding(id: entry.id, isFine: problem == nil, state: store.state(of: entry), error: problem)
    }
}
