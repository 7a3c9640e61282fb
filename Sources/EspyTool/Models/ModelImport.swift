import Espy

/// `espy models import`: a file of the user's becomes a model.
struct ModelImport {
    private let command: ModelsCommand
    private let shelf: ModelShelf

    init(_ command: ModelsCommand, _ shelf: ModelShelf) {
        self.command = command
        self.shelf = shelf
    }

    func run(_ path: String) async throws -> Exit {
        let id = try name(for: path)
        let staging = try ModelStaging(in: shelf.folder)
        let file = Path.join(staging.folder, "\(id).onnx")
        try await copy(path, to: file)
        let wanted = command.invocation.value(Flags.modelTask).flatMap(ModelEntry.Task.init)
        let text = TextImport(command, shelf)
        let words = try await text.vocabulary(for: id, wanted, at: file, staging)
        let found =
            if let words {
                try text.entry(id, file: file, words)
            } else if let open = try OpenProbe(id: id, path: file, runtime: shelf.runtime).entry(file: "\(id).onnx") {
                open
            } else {
                try ModelProbe(id: id, path: file, task: wanted ?? shelf.known(id)?.task, runtime: shelf.runtime)
                    .entry(file: "\(id).onnx")
            }
        if let wanted, wanted != found.task {
            throw InferenceError.wrongTask(id: id, expected: wanted, found: found.task)
        }
        var entry = try described(found, from: path)
        guard let sum = FileSum(path: file) else { throw FileError(path, .system(EIO)) }
        entry.bytes = sum.bytes
        entry.sha256 = sum.sha256
        try await staging.tryOut(entry, shelf.runtime)
        try shelf.keep(file, vocabulary: words?.path, as: entry)
        await command.note(
            """
            taken for \(entry.output.kind.rawValue), \(Self.words(for: entry.input)); correct \
            \(printable(Path.join(shelf.folder, ModelManifest.fileName))) if it differs
            """)
        try await command.noteOtherHalf(of: entry)
        return try await command.answer(id, "imported")
    }

    private static func words(for input: ModelInput) -> String {
        if input.layout == .tokens { return "\(input.length) tokens out of \(input.tokens)" }
        if input.width == 0 { return "pictures of any width, \(input.colors.rawValue)" }
        return "\(input.width) x \(input.height) pixels, \(input.colors.rawValue), \(input.resize.rawValue)"
    }

    private func name(for path: String) throws -> String {
        let stem = Path.stem(of: path).lowercased().map { ModelEntry.isName("x\($0)") ? $0 : "-" }
        let id = command.invocation.value(Flags.modelID) ?? String(stem)
        guard ModelEntry.isName(id) else {
            throw UsageError("\(quoted(id)) is no name for a model; choose one with --id", command: "models")
        }
        guard let entry = shelf.library.entries.first(where: { $0.id == id }), shelf.state(of: entry) != .missing
        else { return id }
        let hint = entry.origin == nil ? "choose another --id" : "remove it first, or choose another --id"
        throw Problem("taken", "there is a model \(quoted(id)) already; \(hint)")
    }

    private func copy(_ path: String, to file: String) async throws {
        // Neither a pipe nor a device: opening one could wait for ever.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw FileError.last(path) }
        defer { close(number) }
        if Files.isFolder(path) { throw FileError(path, .folder) }
        guard let size = Files.size(path) else { throw FileError(path, .special) }
        guard size <= ModelEntry.byteLimit else { throw FileError(path, .larger(thanBytes: ModelEntry.byteLimit)) }
        try await Pump.run(from: Descriptor(number), named: path, to: file, limit: ModelEntry.byteLimit)
    }

    /// The entry with the words and the layout of a known model of that name, where there is one.
    private func described(_ found: ModelEntry, from path: String) throws -> ModelEntry {
        var entry = found
        entry.origin = .imported
        entry.license = "unknown"
        entry.description = "Imported from \(Path.name(of: path))."
        entry.space = command.invocation.value(Flags.modelSpace) ?? found.space ?? shelf.known(found.id)?.space
        guard let known = shelf.known(found.id) else { return entry }
        guard known.task == found.task else {
            throw InferenceError.wrongTask(id: found.id, expected: known.task, found: found.task)
        }
        entry.license = known.license
        entry.description = known.description
        entry.card = known.card
        if found.task == .text { return entry }
        entry.input = known.input
        (entry.input.width, entry.input.height) = (found.input.width, found.input.height)
        // Of a copy for pictures of another size, as much is cut off.
        entry.input.shorterSide = known.input.shorterSide.map {
            max($0 * found.input.width / known.input.width, found.input.width, found.input.height)
        }
        return entry
    }
}
