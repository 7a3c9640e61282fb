import Espy
import EspyApp
import EspyInference
import EspySystem

/// Tries models in a separate process first.
///
/// The library that runs models is not made for untrusted files: some make it crash, run forever, or use all memory.
/// Then only that process ends, and the file is rejected. Any other fault is found again and reported by this process.
struct ModelTrial {
    private static let mark = "ESPY_MODEL_TRIAL"
    private static let seconds = 120

    private let process: ProcessEnvironment

    init(_ process: ProcessEnvironment) { self.process = process }

    /// Whether this is the separate process, which stores nothing.
    var isInside: Bool { process.variable(Self.mark) != nil }

    /// Limits what that process can do.
    func begin() {
        guard isInside else { return }
        ProcessLimits.set(seconds: Self.seconds, memory: max(2 * Machine.memory, 8 << 30))
    }

    /// - Parameters:
    ///   - id: The model, for the error.
    ///   - arguments: The arguments for starting this program again.
    ///   - models: A folder of models to use instead of the shipped ones; nil for those.
    /// - Throws: ``InferenceError/corruptModel(id:reason:)`` if the process was killed.
    func run(_ id: String, _ arguments: [String], models: String? = nil) throws {
        guard !isInside, let program = process.program else { return }
        var variables = process.environment.variables
        variables[Self.mark] = "1"
        if let models { variables["ESPY_MODELS"] = models }
        // A crash here is expected, so there is no backtrace and no report to the system.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        let child = try ChildProcess(program, arguments, variables: variables, errors: Descriptor(nowhere))
        do {
            _ = try child.output.readAll(limit: 1 << 20, name: id)
        } catch {
            child.end()
            throw CancellationError()
        }
        let status = child.wait()
        guard status < 128 else {
            throw InferenceError.corruptModel(id: id, reason: Self.reason(signal: status - 128))
        }
    }

    private static func reason(signal: Int32) -> String {
        switch signal {
        case SIGXCPU, SIGKILL: "it takes too much time or memory"
        default: "OpenVINO crashes on it, signal \(signal)"
        }
    }
}

/// A folder inside the user's model folder for new files until they have been tested. Deleted with the value.
struct ModelStaging: ~Copyable {
    private let temporary: TemporaryFolder

    init(in parent: String) throws(FileError) {
        try Files.makePrivateFolder(Path.folder(of: parent))
        temporary = try TemporaryFolder.make(in: parent, prefix: ".staging-")
    }

    var folder: String { temporary.path }

    /// Loads the file as described in the entry, with a vocabulary next to it, and runs it once.
    /// - Parameter trial: Tries it there first; nil if that has been done.
    /// - Throws: ``InferenceError``
    func tryOut(_ entry: ModelEntry, _ runtime: InferenceRuntime, in trial: ModelTrial? = nil) async throws {
        let manifest = ModelManifest(models: [entry])
        try AtomicFile.replace(Path.join(folder, ModelManifest.fileName), with: try manifest.json())
        try trial?.run(entry.id, ["models", "verify", entry.id], models: folder)
        let loader = ModelLoader(library: try ModelLibrary(folders: [folder]), runtime: runtime)
        try await loader.tryOutWhole(entry.id)
    }
}

extension ModelLoader {
    /// Loads a model and runs it once. For a text model, also reads the vocabulary.
    func tryOutWhole(_ id: String) async throws(InferenceError) {
        try await tryOut(id)
        let entry = try library.entry(id)
        guard let path = library.vocabularyPath(of: entry) else { return }
        _ = try ModelVocabulary.read(path, count: entry.input.tokens)
    }
}

extension ModelVocabulary {
    /// - Parameter count: The expected number of tokens; nil for any number.
    /// - Returns: The number of tokens.
    static func read(_ path: String, count: Int? = nil) throws(InferenceError) -> Int {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try Files.read(path, limit: byteLimit) } catch {
            throw .badManifest(path: path, reason: error.text)
        }
        return try WordPieces(bytes, count: count, path: path).count
    }
}
