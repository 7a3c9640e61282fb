/// Why a model could not be loaded or run.
public enum InferenceError: Error, Equatable {
    /// The runtime library is missing or cannot be used; the text says why.
    case runtimeUnavailable(String)
    /// There is no file at the model's place.
    case missingModel(id: String, path: String)
    /// The file is not the one that the manifest means.
    case wrongChecksum(id: String, expected: String, found: String)
    /// The runtime cannot read the file.
    case corruptModel(id: String, reason: String)
    /// Input or output of the model are not as the manifest says.
    case wrongShape(id: String, expected: String, found: String)
    /// The model answered with numbers that are not finite.
    case notFinite(id: String)
}
