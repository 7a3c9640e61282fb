import Foundation

/// A system call that failed.
package struct SystemError: Error, Equatable {
    /// As in `errno`.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// Of the last call.
    package static var last: SystemError { SystemError(code: errno) }
}
