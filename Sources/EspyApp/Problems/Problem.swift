import Espy
import EspyCodecs
import EspyInference
import EspyStore
package import EspySystem
import EspyText
import Foundation

/// Every error in words, each with its cause and with advice: the one place where that is written for the command line.
///
/// A problem is why one input gave no result, or a command ended: a stable name for programs, and a sentence for people
/// that says what is wrong and what to do.
package struct Problem: Error, Sendable, Equatable, Encodable {
    package let kind: String
    package let message: String

    package init(_ kind: String, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package init(_ error: FileError) { self.init("file", error.text) }

    /// With the name of the file, for what is told without an input.
    package static func named(_ error: FileError, _ kind: String = "file") -> Problem {
        Problem(kind, "\(printable(error.path)): \(error.text)")
    }

    /// Whatever a command threw.
    package init(any error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as FileError: self = .named(error)
        case let error as ImageError: self.init(error)
        case let error as InferenceError: self.init(error)
        case let error as CountError: self.init(error)
        case let error as RackError: self.init(error)
        case let error as RecipeError: self.init(error)
        case let error as TextError: self.init(error)
        case let error as HistoryError: self.init(error)
        case let error as GalleryError: self.init(error)
        case let error as StoreError: self.init(error)
        default: self.init("unexpected", printable("\(error)"))
        }
    }
}

extension FileError {
    /// What is wrong, and what to do, without the name of the file.
    package var text: String {
        switch cause {
        case .folder: "is a folder; name a file"
        case .special: "is not a regular file; to read a pipe or a device, use - and redirect it"
        case .larger(let bytes): "is larger than \(bytes >> 20) MB, the most that is read; export it smaller"
        case .system(let code): Self.text(of: code)
        }
    }

    private static func text(of code: Int32) -> String {
        let advice =
            switch code {
            case ENOENT: "check the name"
            case EACCES, EPERM: "change its permissions, or run as the user that owns it"
            case ENOSPC, EDQUOT: "free some space and run again"
            case EROFS: "choose another folder"
            case EEXIST: "it is kept as it is; move it aside to get a new one"
            case ENOTDIR: "a part of the path is a file, not a folder"
            case EMFILE, ENFILE: "lower --threads, or raise ulimit -n"
            default: "check the disk and run again"
            }
        let what = String(cString: strerror(code))
        return "\(what.prefix(1).lowercased() + what.dropFirst()); \(advice)"
    }
}
