// Not in the browser: it has no folders.

import EspySystem
import Foundation

/// Several folders of models, each with a manifest.
public struct ModelLibrary: Sendable {
    /// In search order.
    public let folders: [String]
    /// All models of all manifests, each name once: the first folder that has it wins.
    public let entries: [ModelEntry]
    /// The folder of each model.
    private let homes: [String: String]

    /// - Parameter folders: those that do not exist, or have no manifest, count as empty.
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

    /// The path of a model's file; nil if it, or the model's vocabulary, is missing.
    public func path(of entry: ModelEntry) -> String? {
        let place = place(of: entry)
        let words = vocabularyPath(of: entry) ?? place
        return [place, words].allSatisfy(FileManager.default.fileExists(atPath:)) ? place : nil
    }

    /// The path of the names of a model's tags: beside its manifest, or else in the first folder with a file of that
    /// name, because an installed model uses the list that was shipped. If there is none, the path where it should be;
    /// nil if the model has no names.
    public func labelsPath(of entry: ModelEntry) -> String? {
        entry.labels.map { companion($0, of: entry) }
    }

    /// The same for the vocabulary of a text model, which several models may share.
    public func vocabularyPath(of entry: ModelEntry) -> String? {
        entry.vocabulary.map { companion($0.file, of: entry) }
    }

    /// The same for the parameters of a model.
    public func parametersPath(of entry: ModelEntry) -> String? {
        entry.parameters.map { companion($0, of: entry) }
    }

    private func companion(_ name: String, of entry: ModelEntry) -> String {
        let home = "\(homes[entry.id] ?? ".")/\(name)"
        let places = [home] + folders.map { "\($0)/\(name)" }
        return places.first { FileManager.default.fileExists(atPath: $0) } ?? home
    }

    /// The path where the file of a model belongs: beside the manifest with its entry.
    func place(of entry: ModelEntry) -> String { "\(homes[entry.id] ?? ".")/\(entry.file)" }
}

/// A list of models: `manifest.json` in a folder of models. Unknown keys are ignored.
public struct ModelManifest: Codable, Sendable, Equatable {
    /// Name of the file in its folder.
    public static let fileName = "manifest.json"
    /// Version of this shape. Keys may be added under the same number; none is renamed or removed.
    public static let schema = 1

    public var schema = ModelManifest.schema
    public var models: [ModelEntry]

    public init(models: [ModelEntry]) { self.models = models }

    /// Reads the manifest of a folder; it is empty if there is none.
    ///
    /// - Throws: ``InferenceError/badManifest(path:reason:)``
    public init(folder: String) throws(InferenceError) {
        let path = "\(folder)/\(Self.fileName)"
        guard FileManager.default.fileExists(atPath: path) else {
            self.init(models: [])
            return
        }
        guard let size = Files.size(path) else {
            throw .badManifest(path: path, reason: "it cannot be read, or is not a file")
        }
        guard size <= Self.byteLimit else { throw .badManifest(path: path, reason: "it is larger than 1 MB") }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .badManifest(path: path, reason: "it cannot be read")
        }
        try self.init(json: [UInt8](data), path: path)
    }

    /// - Parameter path: the source of the text, for the error.
    package init(json: [UInt8], path: String) throws(InferenceError) {
        do {
            self = try JSONDecoder().decode(ModelManifest.self, from: Data(json))
        } catch {
            throw .badManifest(path: path, reason: Self.text(of: error))
        }
        guard schema == Self.schema else { throw .badManifest(path: path, reason: "its schema is \(schema), not 1") }
        if let reason = models.lazy.compactMap({ $0.objection() }).first {
            throw .badManifest(path: path, reason: reason)
        }
        var names: Set<String> = []
        for model in models where !names.insert(model.id).inserted {
            throw .badManifest(path: path, reason: "\(model.id) occurs twice")
        }
    }

    /// The JSON text, with a line for each value; equal manifests give equal texts.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try [UInt8](encoder.encode(self)) + [0x0A]
    }

    private static let byteLimit = 1 << 20

    private static func text(of error: any Error) -> String {
        func place(_ context: DecodingError.Context, _ key: String? = nil) -> String {
            (context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue } + [key].compactMap(\.self))
                .joined(separator: ".")
        }
        return switch error as? DecodingError {
        case .keyNotFound(let key, let context): "\(place(context, key.stringValue)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context): "\(place(context)) is of the wrong type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty: "\(place(context)) has a value unknown here"
        default: "it is not valid JSON"
        }
    }
}
