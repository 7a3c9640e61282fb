import Espy
import EspyApp
import EspyInference
import EspySystem

/// `espy models install`: the only part of Espy that downloads anything.
struct ModelInstall {
    private let command: ModelsCommand
    private let store: ModelStore

    init(_ command: ModelsCommand, _ store: ModelStore) {
        self.command = command
        self.store = store
    }

    func run(_ id: String) async throws -> Exit {
        // Prefers the program's own entry to the one stored by an earlier install.
        var entry = try store.known(id) ?? store.library.entry(id)
        if try store.state(of: store.library.entry(id)) != .missing {
            return try await command.answer(id, "already there:")
        }
        guard let url = entry.url else {
            throw Problem(
                "noPlace",
                "the model \(quoted(id)) cannot be downloaded (\(printable(entry.description))) Bring the file with: "
                    + "espy models import FILE --id \(id)")
        }
        guard try await isMeant(entry, url) else {
            await command.context.note("nothing was installed")
            return .incomplete
        }
        let staging = try ModelStaging(in: store.folder)
        let file = Path.join(staging.folder, "\(id).onnx")
        try await fetch(url, to: file, entry)
        entry = try checked(entry, file)
        let words = try await vocabulary(of: entry, staging)
        try await tryOut(entry, staging)
        try store.keep(file, vocabulary: words, as: entry)
        try await command.noteOtherHalf(of: entry)
        return try await command.answer(id, "installed")
    }

    /// Downloads and checks the vocabulary of a text model, or reuses that of another model.
    ///
    /// - Returns: Its path in the staging folder; nil if the model needs none.
    private func vocabulary(of entry: ModelEntry, _ staging: borrowing ModelStaging) async throws -> String? {
        guard let vocabulary = entry.vocabulary else { return nil }
        let file = Path.join(staging.folder, vocabulary.file)
        let place = Path.join(store.folder, vocabulary.file)
        if Files.exists(place) {
            try AtomicFile.replace(file, with: try Files.read(place, limit: ModelVocabulary.byteLimit))
        } else if let url = vocabulary.url {
            let limit = vocabulary.bytes ?? ModelVocabulary.byteLimit
            try await Download(url: url, process: command.context.process).run(to: file, limit: limit) { _ in
            }
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

    /// Describes the download, and asks for confirmation if possible.
    private func isMeant(_ entry: ModelEntry, _ url: String) async throws -> Bool {
        let size = entry.bytes.map { ModelRow.megabytes($0) } ?? "unknown size"
        let console = command.context.console
        await console.note("This opens a connection and downloads \(entry.id) (\(size), \(printable(entry.license))):")
        await console.note("    \(printable(url))")
        if let words = entry.vocabulary?.url { await console.note("    \(printable(words))") }
        if entry.sha256 == nil {
            await console.note("Its checksum is not known; it is recorded now, and the model is shown as unverified.")
        }
        return try await command.context.isMeant(Flags.consent, to: "install")
    }

    private func fetch(_ url: String, to file: String, _ entry: ModelEntry) async throws {
        let console = command.context.console
        let showsBar = console.isTerminal && !command.context.invocation.isOn(Flags.quiet)
        let download = Download(url: url, process: command.context.process)
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

    /// - Returns: The entry, completed with the properties of the file.
    private func checked(_ entry: ModelEntry, _ file: String) throws -> ModelEntry {
        guard let sum = FileSum(path: file), sum.bytes > 0 else {
            throw Problem("download", "the download was empty; try again")
        }
        if let bytes = entry.bytes, bytes != sum.bytes {
            throw InferenceError.wrongChecksum(
                id: entry.id, expected: "\(bytes) bytes", found: "\(sum.bytes) bytes")
        }
        if let expected = entry.sha256, expected != sum.sha256 {
            throw InferenceError.wrongChecksum(id: entry.id, expected: expected, found: sum.sha256)
        }
        var entry = entry
        // In the user's folder, files are named after their model to keep the names unique.
        entry.file = "\(entry.id).onnx"
        entry.origin = .installed
        entry.bytes = sum.bytes
        entry.sha256 = sum.sha256
        return entry
    }

    /// Rejects a file that does not work. Without a runtime to try it, the checksum must do.
    private func tryOut(_ entry: ModelEntry, _ staging: borrowing ModelStaging) async throws {
        guard store.runtime.path != nil else {
            await command.context.note("not tested: OpenVINO is not installed; run Scripts/setup-openvino")
            return
        }
        try await staging.tryOut(entry, store.runtime, in: ModelTrial(command.context.process))
    }
}

/// Downloads a file over HTTPS with the system's `curl`: Espy contains no network code for this, and the system's
/// proxies and certificates apply.
struct Download {
    let url: String
    let process: ProcessEnvironment

    /// - Parameters:
    ///   - path: The file to create.
    ///   - limit: In bytes; a larger file is an error.
    /// - Throws: ``Problem``, ``FileError``
    func run(to path: String, limit: Int, report: (Int) async -> Void) async throws {
        guard url.hasPrefix("https://") else { throw Problem("insecure", "\(printable(url)): only https is supported") }
        guard let program = ChildProcess.find("curl", path: process.variable("PATH")) else {
            throw Problem("noCurl", "downloads need curl; run: apt-get install curl")
        }
        let child = try ChildProcess(
            program, arguments(limit), variables: process.environment.variables, errors: process.errors)
        do {
            try await child.output.copy(named: url, to: path, limit: limit, report: report)
        } catch {
            child.end()
            if let error = error as? FileError, error.cause == .system(ECANCELED) { throw CancellationError() }
            throw error
        }
        let status = child.wait()
        guard status == 0 else {
            throw Problem("download", "the download failed (curl \(status)); check the connection and try again")
        }
    }

    private func arguments(_ limit: Int) -> [String] {
        // `-q` must come first: it ignores the user's curl settings, which could redirect the download.
        ["-q", "--fail", "--silent", "--show-error", "--location", "--proto", "=https", "--proto-redir", "=https"]
            + ["--max-redirs", "5", "--connect-timeout", "30", "--speed-limit", "1000", "--speed-time", "60"]
            + ["--max-filesize", String(limit), "--globoff", "--url", url]
    }
}
