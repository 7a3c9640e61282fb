import Espy

/// `espy models install`: the only thing in Espy that opens a connection.
struct ModelInstall {
    private let command: ModelsCommand
    private let shelf: ModelShelf

    init(_ command: ModelsCommand, _ shelf: ModelShelf) {
        self.command = command
        self.shelf = shelf
    }

    func run(_ id: String) async throws -> Exit {
        // What the program says, rather than what was written down at an earlier install.
        var entry = try shelf.known(id) ?? shelf.library.entry(id)
        if try shelf.state(of: shelf.library.entry(id)) != .missing {
            return try await command.answer(id, "already there:")
        }
        guard let url = entry.url else {
            throw Problem(
                "noPlace",
                "the model \(quoted(id)) cannot be downloaded (\(printable(entry.description))) Bring the file with: "
                    + "espy models import FILE --id \(id)")
        }
        guard try await isMeant(entry, url) else {
            await command.note("nothing was installed")
            return .incomplete
        }
        let staging = try ModelStaging(in: shelf.folder)
        let file = Path.join(staging.folder, "\(id).onnx")
        try await fetch(url, to: file, entry)
        entry = try checked(entry, file)
        let words = try await vocabulary(of: entry, staging)
        try await tryOut(entry, staging)
        try shelf.keep(file, vocabulary: words, as: entry)
        try await command.noteOtherHalf(of: entry)
        return try await command.answer(id, "installed")
    }

    /// Fetches the vocabulary of a text model and checks it, or takes the one that another model has brought.
    ///
    /// - Returns: where it waits; nil for a model that needs none.
    private func vocabulary(of entry: ModelEntry, _ staging: borrowing ModelStaging) async throws -> String? {
        guard let vocabulary = entry.vocabulary else { return nil }
        let file = Path.join(staging.folder, vocabulary.file)
        let place = Path.join(shelf.folder, vocabulary.file)
        if Files.exists(place) {
            try AtomicFile.replace(file, with: try Files.read(place, limit: ModelVocabulary.byteLimit))
        } else if let url = vocabulary.url {
            let limit = vocabulary.bytes ?? ModelVocabulary.byteLimit
            try await Download(url: url, surroundings: command.tool.surroundings).run(to: file, limit: limit) { _ in }
        } else {
            throw Problem("noPlace", "the vocabulary of \(quoted(entry.id)) cannot be downloaded; import both files")
        }
        guard let sum = FileSum(path: file) else { throw FileError(file, .system(EIO)) }
        if let expected = vocabulary.sha256, expected != sum.sha256 {
            throw InferenceError.wrongChecksum(id: vocabulary.file, expected: expected, found: sum.sha256)
        }
        _ = try ModelVocabulary.read(file, count: entry.input.tokens)
        return file
    }

    /// Says what is about to happen, and asks where somebody can answer.
    private func isMeant(_ entry: ModelEntry, _ url: String) async throws -> Bool {
        let size = entry.bytes.map { ModelRow.megabytes($0) } ?? "size not known"
        let console = command.tool.console
        await console.note("This opens a connection and downloads \(entry.id) (\(size), \(printable(entry.license))):")
        await console.note("    \(printable(url))")
        if let words = entry.vocabulary?.url { await console.note("    \(printable(words))") }
        if entry.sha256 == nil {
            await console.note("Its checksum is not known. It is recorded now, and the model shown as unverified.")
        }
        if command.invocation.isOn(Flags.consent) { return true }
        let input = command.tool.surroundings.input
        guard input.isTerminal else {
            throw UsageError("nobody can be asked here; to install without being asked, give --yes", command: "models")
        }
        await console.note("Type yes to go on:")
        return ["y", "yes"].contains(try input.readLine().lowercased())
    }

    private func fetch(_ url: String, to file: String, _ entry: ModelEntry) async throws {
        let console = command.tool.console
        let showsBar = console.isTerminal && !command.invocation.isOn(Flags.quiet)
        let download = Download(url: url, surroundings: command.tool.surroundings)
        do {
            try await download.run(to: file, limit: entry.bytes ?? ModelEntry.byteLimit) { count in
                guard showsBar else { return }
                let total = entry.bytes.map { " of \(ModelRow.megabytes($0))" } ?? ""
                await console.setBar("\(entry.id): \(ModelRow.megabytes(count))\(total)")
            }
        } catch {
            await console.setBar("")
            throw error
        }
        await console.setBar("")
    }

    /// - Returns: the entry with what is now known of the file.
    private func checked(_ entry: ModelEntry, _ file: String) throws -> ModelEntry {
        guard let sum = FileSum(path: file), sum.bytes > 0 else {
            throw Problem("download", "the download brought nothing; try again")
        }
        if let bytes = entry.bytes, bytes != sum.bytes {
            throw InferenceError.wrongChecksum(
                id: entry.id, expected: "\(bytes) bytes", found: "\(sum.bytes) bytes")
        }
        if let expected = entry.sha256, expected != sum.sha256 {
            throw InferenceError.wrongChecksum(id: entry.id, expected: expected, found: sum.sha256)
        }
        var entry = entry
        // In the folder of the user a file is named after its model, so that no two have one name.
        entry.file = "\(entry.id).onnx"
        entry.origin = .installed
        entry.bytes = sum.bytes
        entry.sha256 = sum.sha256
        return entry
    }

    /// A file that does not work is not kept. Where nothing can run it, its checksum has to do.
    private func tryOut(_ entry: ModelEntry, _ staging: borrowing ModelStaging) async throws {
        guard shelf.runtime.path != nil else {
            await command.note("it was not tried: OpenVINO is not there; run Scripts/setup-openvino")
            return
        }
        try await staging.tryOut(entry, shelf.runtime)
    }
}
