/// A reason why a model could not be loaded or run.
public enum InferenceError: Error, Equatable {
    /// The runtime library is missing or cannot be used; the text says why, and what to do.
    case runtimeUnavailable(String)
    /// The manifest at this path cannot be read or is invalid.
    case badManifest(path: String, reason: String)
    /// No manifest has a model of this name.
    case unknownModel(id: String, known: [String])
    /// The model's file does not exist.
    case missingModel(id: String, path: String)
    /// The file is not the one that the manifest describes. Both texts are SHA-256 in hexadecimal digits, or sizes.
    case wrongChecksum(id: String, expected: String, found: String)
    /// The runtime cannot read the file.
    case corruptModel(id: String, reason: String)
    /// The model is made for something else.
    case wrongTask(id: String, expected: ModelEntry.Task, found: ModelEntry.Task)
    /// The model's input or output differs from the manifest.
    case wrongShape(id: String, expected: String, found: String)
    /// The model returned numbers that are not finite.
    case notFinite(id: String)
}
