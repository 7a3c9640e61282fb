public import EspyInference

/// Why a text could not be looked for. A picture without words is no error.
public enum TextError: Error, Sendable, Equatable {
    /// No folder has the data of this language, such as `eng`.
    case missingLanguage(String, folders: [String])
    /// The data are there and cannot be used.
    case badLanguageData(String, folder: String)
    /// The names of the languages are not such as `eng`, or `eng+deu`.
    case badLanguageName(String)
    /// The picture has no pixels, or more than ``TextRecognizer/mostPixels``.
    case badSize(width: Int, height: Int)
    /// A model that reads text could not be run.
    case model(InferenceError)
    /// The recognizer gave up, for a reason that it does not tell.
    case failed
    /// The task was cancelled before it was done.
    case cancelled
}
