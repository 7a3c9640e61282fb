public import EspyCodecs
public import EspyInference
public import EspyStore

/// Why something about a gallery could not be tried.
public enum GalleryError: Error, Sendable, Equatable {
    /// The database cannot be used.
    case store(StoreError)
    /// A photo cannot be read.
    case image(ImageError)
    /// A model cannot be used.
    case inference(InferenceError)
    /// A folder is not there, or may not be read.
    case folder(path: String, reason: String)
    /// No photo of the gallery has this number or path.
    case unknownPhoto(String)
    /// No album has this name.
    case unknownAlbum(String)
    /// A query that makes no sense, and why.
    case query(String, reason: String)
    /// A tag cannot be taught from these photos, and why.
    case teaching(String)
    /// No photo can be rated so.
    case rating(Int)
}

extension GalleryError {
    /// Makes the errors of the database those of the gallery.
    static func store<Value>(_ work: () throws(StoreError) -> Value) throws(GalleryError) -> Value {
        do throws(StoreError) { return try work() } catch { throw .store(error) }
    }
}
