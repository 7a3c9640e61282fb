import Foundation

/// An error in reading or writing a file.
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

    /// As in `errno`.
    package var code: Int32 {
        switch cause {
        case .system(let code): code
        case .folder: EISDIR
        case .special: EINVAL
        case .larger: EFBIG
        }
    }

    /// The reason, as the system describes it.
    package var reason: String {
        switch cause {
        case .system(let code): String(cString: strerror(code))
        case .folder, .special: "it is not a regular file"
        case .larger(let bytes): "more than \(bytes >> 20) MB"
        }
    }

    /// Nothing has this name, or it is a link where links are not followed.
    package var isMissing: Bool { [.system(ENOENT), .system(ENOTDIR), .system(ELOOP)].contains(cause) }

    /// There is no room left to write to.
    package var isFull: Bool { [.system(ENOSPC), .system(EDQUOT), .system(EFBIG)].contains(cause) }

    /// Another process holds the lock.
    package var isLocked: Bool { cause == .system(EAGAIN) }
}
