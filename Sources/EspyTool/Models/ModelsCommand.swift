import Espy
import EspyApp
import EspyHTTP
import EspyInference

/// Flags of `espy models`.
extension Flags {
    package static let modelID = Flag(
        "id",
        value: FlagValue(
            "ID",
            .text(
                expected: "a name of small letters, digits, -, . and _", hints: [], check: { ModelEntry.isName($0) })),
        help: """
            import: the name for the model. The name of a known model gives it the description of that; without this \
            flag the name is that of the file.
            """)
    package static let modelTask = Flag(
        "task", value: FlagValue("TASK", .choice(ModelEntry.Task.allCases.filter { !$0.isGraph }.map(\.rawValue))),
        help: "import: what the model has to be for; one for something else is refused.")
    package static let modelVocabulary = Flag(
        "vocabulary", value: FlagValue("FILE", .path),
        help: """
            import: the vocabulary of a model of texts. The publishers of CLIP call it merges.txt. With this flag the \
            file is taken for a model of texts.
            """)
    package static let modelSpace = Flag(
        "space",
        value: FlagValue(
            "NAME",
            .text(
                expected: "a name of small letters, digits, -, . and _", hints: [], check: { ModelEntry.isName($0) })),
        help: """
            import: a name that both halves of a CLIP model get, the one for photos and the one for texts, so that they \
            are used together.
            """)
    package static let consent = Flag("yes", short: "y", help: "install: download without asking.")
}

extension Command {
    static let models = Command(
        "models", "list, install, import, verify and remove models",
        details: [
            """
            Espy counts with models that come with it. Others can take their place: models that are known but must \
            be downloaded, and YOLOX detectors, embedders and classifiers for the 1,000 kinds of ImageNet of your own, as \
            ONNX files.
            """,
            """
            install is the only thing in Espy that ever opens a connection, and it says so first. A checksum that is \
            not known is recorded at the first install, and the model is shown as unverified: nobody but the place \
            that it came from vouches for it.
            """,
        ],
        actions: [
            Action("list", says: "Every model: whether it is there, what it is for, its license."),
            Action("install", "ID", says: "Download a known model, check it, and keep it in the data folder."),
            Action("import", "FILE", says: "Find out what an ONNX file is, try it, and keep a copy of it."),
            Action("verify", "ID", count: 0...Int.max, says: "Check the files of those models, or all, and try them."),
            Action("remove", "ID", says: "Delete a model that was installed or imported."),
        ],
        needsAction: false,
        flags: [
            Flags.modelID, Flags.modelTask, Flags.modelVocabulary, Flags.modelSpace, Flags.consent, Flags.jsonReport,
            Flags.quiet, Flags.help,
        ],
        examples: [
            Example("espy models list", "what there is"),
            Example("espy models install yolox-s", "download the detector of the reference program"),
            Example("espy models install resnet50", "tags photos with 1,000 kinds of things"),
            Example("espy models install clip-image-int8", "with clip-text-int8: finds photos by meaning"),
            Example("espy models import tinyclip.onnx --id tinyclip", "a model that you converted yourself"),
        ]
    ) { try await ModelsCommand($0).run() }
}

/// `espy models`: which models there are, and how they come and go.
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
        ModelTrial(context.surroundings).begin()
        let store = try ModelStore(context.surroundings.environment)
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
        if rows.isEmpty { await context.note("no model is known here; set ESPY_MODELS to the folder of manifest.json") }
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

    /// The answer of an action that changed one model.
    func answer(_ id: String, _ word: String) async throws -> Exit {
        // Read again: what is shown is what was written.
        let store = try ModelStore(context.surroundings.environment)
        let row = ModelRow(try store.library.entry(id), store)
        if invocation.isOn(Flags.jsonReport) { return try await context.answer(try JSONText.line(row)) }
        await context.note(
            "\(word) \(id): \(row.state.rawValue), \(row.task.rawValue), \(row.path.map(printable) ?? "")")
        return .complete
    }

    /// One half of a model does little by itself.
    func noteOtherHalf(of entry: ModelEntry) async throws {
        guard let space = entry.space, [.text, .embedder].contains(entry.task) else { return }
        let other: ModelEntry.Task = entry.task == .text ? .embedder : .text
        let store = try ModelStore(context.surroundings.environment)
        let halves = store.library.entries.filter { $0.space == space && $0.task == other }
        if halves.contains(where: { store.state(of: $0) != .missing }) {
            await context.note("photos are found by meaning once they are indexed again: espy gallery update")
        } else {
            let known = halves.first.map { ", such as \($0.id)" } ?? ""
            await context.note(entry.lacking(other) + known)
        }
    }
}
