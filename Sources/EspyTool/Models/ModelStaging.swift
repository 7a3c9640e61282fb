import Espy

/// A folder inside the user's folder of models where a new file waits until it is known to be good. Gone with the value.
struct ModelStaging: ~Copyable {
    let folder: String

    init(in parent: String) throws(FileError) {
        try Files.makeFolder(parent)
        var template = Array(Path.join(parent, ".staging-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw .last(parent) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Loads the file as the entry says and runs it once.
    /// - Throws: ``InferenceError``
    func tryOut(_ entry: ModelEntry, _ runtime: InferenceRuntime) async throws {
        let manifest = ModelManifest(models: [entry])
        try AtomicFile.replace(Path.join(folder, ModelManifest.fileName), with: try manifest.json())
        let loader = ModelLoader(library: try ModelLibrary(folders: [folder]), runtime: runtime)
        try await loader.load(entry.id).tryOut()
    }
}
