import Foundation

/// Folders of models, each with a manifest, taken together.
public struct ModelLibrary: Sendable {
    /// In the order in which they are searched.
    public let folders: [String]
    /// All models of all manifests, each name once: the first folder that knows it decides.
    public let entries: [ModelEntry]
    /// Which folder a model belongs to.
    private let homes: [String: String]

    /// - Parameter folders: those that do not exist, or have no manifest, hold no models.
    /// - Throws: ``InferenceError/badManifest(path:reason:)``
    public init(folders: [String]) throws(InferenceError) {
        self.folders = folders
        var entries: [ModelEntry] = []
        var homes: [String: String] = [:]
        for folder in folders {
            for model in try ModelManifest(folder: folder).models where homes[model.id] == nil {
                entries.append(model)
                homes[model.id] = folder
            }
        }
        self.entries = entries
        self.homes = homes
    }

    /// - Throws: ``InferenceError/unknownModel(id:known:)``
    public func entry(_ id: String) throws(InferenceError) -> ModelEntry {
        guard let entry = entries.first(where: { $0.id == id }) else {
            throw .unknownModel(id: id, known: entries.map(\.id))
        }
        return entry
    }

    /// Where the file of a model is; nil when it is not there.
    public func path(of entry: ModelEntry) -> String? {
        let place = place(of: entry)
        return FileManager.default.fileExists(atPath: place) ? place : nil
    }

    /// Where the names of a tagger's tags have to be; nil for a model that has none.
    public func labelsPath(of entry: ModelEntry) -> String? {
        entry.labels.map { "\(homes[entry.id] ?? ".")/\($0)" }
    }

    /// Where the file of a model has to be: beside the manifest that has the entry.
    func place(of entry: ModelEntry) -> String { "\(homes[entry.id] ?? ".")/\(entry.file)" }
}
