import Espy
import EspyApp
import EspyInference
import EspySystem

/// `espy models import`: adds a model from a file.
struct ModelImport {
    private let command: ModelsCommand
    private let store: ModelStore

    init(_ command: ModelsCommand, _ store: ModelStore) {
        self.command = command
        self.store = store
    }

    func run(_ path: String) async throws -> Exit {
        let id = try name(for: path)
        let trial = ModelTrial(command.context.process)
        do { try trial.run(id, arguments(path)) } catch {
            // The next staging folder deletes the remains of the trial.
            _ = try? ModelStaging(in: store.folder)
            throw error
        }
        let staging = try ModelStaging(in: store.folder)
        let file = Path.join(staging.folder, "\(id).onnx")
        try await copy(path, to: file)
        let wanted = command.context.invocation.value(Flags.modelTask).flatMap(ModelEntry.Task.init)
        let text = TextImport(command, store)
        let words = try await text.vocabulary(for: id, wanted, at: file, staging)
        let found =
            if let words {
                try text.entry(id, file: file, words)
            } else if let open = try OpenProbe(id: id, path: file, runtime: store.runtime).entry(file: "\(id).onnx") {
                open
            } else {
                try ModelProbe(id: id, path: file, task: wanted ?? store.known(id)?.task, runtime: store.runtime)
                    .entry(file: "\(id).onnx")
            }
        if let wanted, wanted != found.task {
            throw InferenceError.wrongTask(id: id, expected: wanted, found: found.task)
        }
        var entry = try described(found, from: path)
        guard let sum = FileSum(path: file) else { throw FileError(path, .system(EIO)) }
        entry.bytes = sum.bytes
        entry.sha256 = sum.sha256
        try await staging.tryOut(entry, store.runtime)
        if trial.isInside { return .complete }
        try store.keep(file, vocabulary: words?.path, as: entry)
        await command.context.note(
            """
            taken for \(entry.output.kind.rawValue), \(Self.words(for: entry.input)); correct \
            \(printable(Path.join(store.folder, ModelManifest.fileName))) if it differs
            """)
        try await command.noteOtherHalf(of: entry)
        return try await command.answer(id, "imported")
    }

    /// The arguments to run this command again.
    private func arguments(_ path: String) -> [String] {
        ["models", "import"] + command.context.invocation.values.map { "--\($0.key)=\($0.value)" } + ["--", path]
    }

    private static func words(for input: ModelInput) -> String {
        if input.layout == .tokens { return "\(input.length) tokens out of \(input.tokens)" }
        if input.width == 0 { return "pictures of any width, \(input.colors.rawValue)" }
        return "\(input.width) x \(input.height) pixels, \(input.colors.rawValue), \(input.resize.rawValue)"
    }

    private func name(for path: String) throws -> String {
        let stem = Path.stem(of: path).lowercased().map { ModelEntry.isName("x\($0)") ? $0 : "-" }
        let id = command.context.invocation.value(Flags.modelID) ?? String(stem)
        guard ModelEntry.isName(id) else {
            throw UsageError("\(quoted(id)) is not a valid model ID; choose one with --id", command: "models")
        }
        guard let entry = store.library.entries.first(where: { $0.id == id }), store.state(of: entry) != .missing
        else { return id }
        let hint = entry.origin == nil ? "choose another --id" : "remove it first, or choose another --id"
        throw Problem("taken", "the model \(quoted(id)) already exists; \(hint)")
    }

    private func copy(_ path: String, to file: String) async throws {
        // Opened without blocking, because it might be a pipe or device that would block forever.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw FileError.last(path) }
        defer { close(number) }
        if Files.isFolder(path) { throw FileError(path, .folder) }
        guard let size = Files.size(path) else { throw FileError(path, .special) }
        guard size <= ModelEntry.byteLimit else { throw FileError(path, .larger(thanBytes: ModelEntry.byteLimit)) }
        try await Descriptor(number).copy(named: path, to: file, limit: ModelEntry.byteLimit)
    }

    /// Adds the description and layout of a known model with that name, if there is one.
    private func described(_ found: ModelEntry, from path: String) throws -> ModelEntry {
        var entry = found
        entry.origin = .imported
        entry.license = "unknown"
        entry.description = "Imported from \(Path.name(of: path))."
        entry.space = command.context.invocation.value(Flags.modelSpace) ?? found.space ?? store.known(found.id)?.space
        guard let known = store.known(found.id) else { return entry }
        guard known.task == found.task else {
            throw InferenceError.wrongTask(id: found.id, expected: known.task, found: found.task)
        }
        entry.license = known.license
        entry.description = known.description
        entry.card = known.card
        if found.task == .text { return entry }
        entry.input = known.input
        (entry.input.width, entry.input.height) = (found.input.width, found.input.height)
        // A version for another picture size crops the same share.
        entry.input.shorterSide = known.input.shorterSide.map {
            max($0 * found.input.width / known.input.width, found.input.width, found.input.height)
        }
        return entry
    }
}

/// The part of `espy models import` for text models, which consist of two files.
private struct TextImport {
    private let command: ModelsCommand
    private let store: ModelStore

    init(_ command: ModelsCommand, _ store: ModelStore) { (self.command, self.store) = (command, store) }

    /// A vocabulary next to the model's file in the staging folder.
    struct Words {
        let path: String
        let vocabulary: ModelVocabulary
        /// The number of tokens.
        let count: Int
    }

    /// Copies the vocabulary to the staging folder: the one on the command line, or an installed one of a known model.
    ///
    /// - Returns: nil for a model that is not for text.
    func vocabulary(
        for id: String, _ wanted: ModelEntry.Task?, at file: String, _ staging: borrowing ModelStaging
    ) async throws -> Words? {
        let named = command.context.invocation.value(Flags.modelVocabulary)
        let known = store.known(id)?.vocabulary
        guard named != nil || wanted == .text || store.known(id)?.task == .text else {
            let probe = try TextProbe(id: id, path: file, runtime: store.runtime)
            guard try probe.isText() else { return nil }
            throw needed(id)
        }
        let name = known?.file ?? "\(id).txt"
        let place = Path.join(store.folder, name)
        guard let source = named ?? (Files.exists(place) ? place : nil) else { throw needed(id) }
        let path = Path.join(staging.folder, name)
        try AtomicFile.replace(path, with: try Files.read(source, limit: ModelVocabulary.byteLimit))
        let count = try ModelVocabulary.read(path, count: store.known(id)?.input.tokens)
        guard let sum = FileSum(path: path) else { throw FileError(path, .system(EIO)) }
        if named != nil, Files.exists(place), FileSum(path: place)?.sha256 != sum.sha256 {
            throw Problem("taken", "another vocabulary is already named \(quoted(name)); choose another --id")
        }
        return Words(
            path: path, vocabulary: ModelVocabulary(file: name, bytes: sum.bytes, sha256: sum.sha256), count: count)
    }

    func entry(_ id: String, file: String, _ words: Words) throws -> ModelEntry {
        guard let space = command.context.invocation.value(Flags.modelSpace) ?? store.known(id)?.space else {
            throw Problem("noSpace", "a text model belongs to a photo model; give both the same name with --space")
        }
        return try TextProbe(id: id, path: file, runtime: store.runtime).entry(
            file: "\(id).onnx", vocabulary: words.vocabulary, tokens: words.count, space: space)
    }

    private func needed(_ id: String) -> Problem {
        Problem("noVocabulary", "\(quoted(id)) needs its vocabulary; give --vocabulary merges.txt")
    }
}
