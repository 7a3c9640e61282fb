import Espy
import EspyApp
import EspyInference
import EspySystem

/// A folder inside the user's folder of models where a new file waits until it is known to be good. Gone with the value.
struct ModelStaging: ~Copyable {
    private let temporary: TemporaryFolder

    init(in parent: String) throws(FileError) {
        try Files.makePrivateFolder(Path.folder(of: parent))
        temporary = try TemporaryFolder.make(in: parent, prefix: ".staging-")
    }

    var folder: String { temporary.path }

    /// Loads the file as the entry says, with a vocabulary that lies beside it, and runs it once.
    /// - Parameter trial: in which it is done before; nil where it was.
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
    /// Loads a model and runs it once; of one for texts the vocabulary is read, too.
    func tryOutWhole(_ id: String) async throws(InferenceError) {
        try await tryOut(id)
        let entry = try library.entry(id)
        guard let path = library.vocabularyPath(of: entry) else { return }
        _ = try ModelVocabulary.read(path, count: entry.input.tokens)
    }
}

extension ModelVocabulary {
    /// - Parameter count: how many pieces it has to have; nil: any number.
    /// - Returns: how many it has.
    static func read(_ path: String, count: Int? = nil) throws(InferenceError) -> Int {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try Files.read(path, limit: byteLimit) } catch {
            throw .badManifest(path: path, reason: error.text)
        }
        return try WordPieces(bytes, count: count, path: path).count
    }
}
