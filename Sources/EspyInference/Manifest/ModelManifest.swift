/// A list of models, as it stands in `manifest.json` in a folder of models. Keys that are not known are ignored.
public struct ModelManifest: Codable, Sendable, Equatable {
    /// Name of the file in its folder.
    public static let fileName = "manifest.json"
    /// Version of this shape. Keys may be added under the same number; none is renamed or dropped.
    public static let schema = 1

    public var schema = ModelManifest.schema
    public var models: [ModelEntry]

    public init(models: [ModelEntry]) { self.models = models }
}
