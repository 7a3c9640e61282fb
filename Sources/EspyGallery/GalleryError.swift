public import EspyCodecs
public import EspyInference
public import EspyStore
import EspySystem

/// An error of a gallery operation.
public enum GalleryError: Error, Sendable, Equatable {
    /// The database cannot be used.
    case store(StoreError)
    /// A photo cannot be read.
    case image(ImageError)
    /// A model cannot be used.
    case inference(InferenceError)
    /// A folder is missing, or must not be read.
    case folder(path: String, reason: String)
    /// No photo in the gallery has this id or path.
    case unknownPhoto(String)
    /// No album has this name.
    case unknownAlbum(String)
    /// No person or face in the gallery has this name or id.
    case unknownPerson(String)
    /// An invalid query, and why.
    case query(String, reason: String)
    /// A tag cannot be taught from these photos, and why.
    case teaching(String)
    /// An invalid rating.
    case rating(Int)
}

extension GalleryError {
    /// Converts any error thrown inside this module.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as GalleryError: error
            case let error as StoreError: .store(error)
            case let error as FileError: .store(StoreError(error))
            case let error as ImageError: .image(error)
            case let error as InferenceError: .inference(error)
            default: .store(.statement("\(error)"))
            }
    }
}

extension StoreError {
    /// A file beside the database counts as part of it.
    fileprivate init(_ error: FileError) {
        self =
            if error.isLocked { .locked(path: error.path) } else if error.isFull { .full(path: error.path) } else {
                .inaccessible(path: error.path, reason: error.reason)
            }
    }
}

extension Database {
    /// Returns all rows of a query, each converted by `row`, which may throw any error.
    func rows<Value>(
        _ sql: String, _ parameters: [Parameter] = [], row: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        var failure: (any Error)?
        do {
            return try query(sql, parameters) { (line) throws(StoreError) in
                do { return try row(line) } catch { failure = error }
                throw .statement("invalid row")
            }
        } catch {
            throw failure ?? error
        }
    }

    /// Runs work, which may throw any error, in one transaction, which is rolled back on an error.
    func change<Value>(_ work: () throws -> Value) throws -> Value {
        var failure: (any Error)?
        do {
            return try transaction { () throws(StoreError) in
                do { return try work() } catch { failure = error }
                throw .statement("taken back")
            }
        } catch {
            throw failure ?? error
        }
    }
}
