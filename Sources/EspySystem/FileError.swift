import Foundation

/// A file that could not be read or written.
package struct FileError: Error, Equatable {
    package enum Cause: Equatable, Sendable {
        case system(Int32)
        case folder
        /// A pipe, a device or a socket where a file was expected.
        case special
        case larger(thanBytes: Int)
    }

    package let path: String
    package let cause: Cause

    package init(_ path: String, _ cause: Cause) {
        self.path = path
        self.cause = cause
    }

    /// The error that the last system call left behind.
    package static func last(_ path: String) -> FileError { FileError(path, .system(errno)) }
}
