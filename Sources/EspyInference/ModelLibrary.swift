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

    /// Where the file of a model is; nil when it is not there, or its vocabulary is not.
    public func path(of entry: ModelEntry) -> String? {
        let place = place(of: entry)
        let words = vocabularyPath(of: entry) ?? place
        return [place, words].allSatisfy(FileManager.default.fileExists(atPath:)) ? place : nil
    }

    /// Where the names of a model's tags are: beside its manifest, or else in the first folder that has a file of that
    /// name, for a model that was installed uses the list that was shipped. Where there is none, where it has to be; nil
    /// for a model that has no names.
    public func labelsPath(of entry: ModelEntry) -> String? {
        entry.labels.map { companion($0, of: entry) }
    }

    /// The same for the vocabulary of a text model, which several may share.
    public func vocabularyPath(of entry: ModelEntry) -> String? {
        entry.vocabulary.map { companion($0.file, of: entry) }
    }

    /// The same for the numbers that go along with a model.
    public func parametersPath(of entry: ModelEntry) -> String? {
        entry.parameters.map { companion($0, of: entry) }
    }

    private func companion(_ name: String, of entry: ModelEntry) -> String {
        let home = "\(homes[entry.id] ?? ".")/\(name)"
        let places = [home] + folders.map { "\($0)/\(name)" }
        return places.first { FileManager.default.fileExists(atPath: $0) } ?? home
    }

    /// Where the file of a model has to be: beside the manifest that has the entry.
    func place(of entry: ModelEntry) -> String { "\(homes[entry.id] ?? ".")/\(entry.file)" }
}
