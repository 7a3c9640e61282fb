import Foundation

/// Folders of models, each with a manifest, taken together.
public struct ModelLibrary: Sendable {
    /// In the order in which they are searched.
    public let folders: [String]
    /// All models of all manifests, each name once: the first folder that knows it decides.
    public let entries: [ModelEntry]

    /// - Parameter folders: those that do not exist, or have no manifest, may still hold files.
    /// - Throws: ``InferenceError/badManifest(path:reason:)``
    public init(folders: [String]) throws(InferenceError) {
        self.folders = folders
        var entries: [ModelEntry] = []
        for folder in folders {
            let manifest = try ModelManifest(folder: folder)
            entries += manifest.models.filter { model in !entries.contains { $0.id == model.id } }
        }
        self.entries = entries
    }

    /// - Throws: ``InferenceError/unknownModel(id:known:)``
    public func entry(_ id: String) throws(InferenceError) -> ModelEntry {
        guard let entry = entries.first(where: { $0.id == id }) else {
            throw .unknownModel(id: id, known: entries.map(\.id))
        }
        return entry
    }

    /// Where the file of a model is; nil when no folder has it.
    public func path(of entry: ModelEntry) -> String? {
        folders.map { "\($0)/\(entry.file)" }.first { FileManager.default.fileExists(atPath: $0) }
    }
}
