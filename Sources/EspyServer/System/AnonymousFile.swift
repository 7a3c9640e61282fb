package import EspyHTTP
import EspySystem
import Foundation
import Synchronization

/// A file that only this process can reach: it loses its name before the first byte is written, so nothing is left of
/// it however the process ends.
package struct AnonymousFile: ~Copyable {
    private let descriptor: Int32
    package private(set) var count = 0

    /// Of the names that such files have for a moment.
    private static let prefix = ".espy-photo-"

    /// Takes away what processes left that were killed in that moment.
    package static func sweep(_ folder: String) { Leftovers.sweep(folder, prefix: prefix) }

    /// - Parameter folder: on the disk that is to hold it.
    package init(in folder: String) throws(HTTPProblem) {
        var template = Array("\(folder)/\(Self.prefix)XXXXXX".utf8CString)
        // With permissions for the user alone.
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.problem(errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Takes over a descriptor that is open for writing.
    package init(adopting descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    package mutating func append(_ bytes: some Sequence<UInt8>) throws(HTTPProblem) {
        let bytes = Array(bytes)
        do {
            try writeAll(bytes, to: descriptor)
        } catch {
            throw Self.problem(error.code)
        }
        count += bytes.count
    }

    /// The same file for reading.
    package consuming func finished() throws(HTTPProblem) -> OpenFile {
        guard let file = OpenFile(adopting: fcntl(descriptor, F_DUPFD_CLOEXEC, 3)) else { throw Self.problem(errno) }
        return file
    }

    private static func problem(_ code: Int32) -> HTTPProblem {
        switch code {
        case ENOSPC, EDQUOT: .diskFull
        case EMFILE, ENFILE: .busy
        default:
            HTTPProblem(
                500, "no-room", "The photo could not be put down.",
                detail: "the temporary folder cannot be written to (\(String(cString: strerror(code))))")
        }
    }
}

/// Gathers lines in a file that has no name.
final class LineFile: Sendable {
    private struct State: ~Copyable {
        var file: AnonymousFile?
        var waiting: [UInt8] = []

        init(_ file: consuming AnonymousFile) { self.file = consume file }
    }

    private let state: Mutex<State>

    /// - Parameter folder: on the disk that is to hold it.
    init(in folder: String) throws(HTTPProblem) { state = Mutex(State(try AnonymousFile(in: folder))) }

    func add(_ line: String) throws(HTTPProblem) {
        try state.withLock { (state) throws(HTTPProblem) in
            state.waiting += Array(line.utf8)
            state.waiting.append(UInt8(ascii: "\n"))
            guard state.waiting.count >= 1 << 16 else { return }
            try state.file?.append(state.waiting)
            state.waiting.removeAll(keepingCapacity: true)
        }
    }

    /// The file for reading. No line can be added any more.
    func finished() throws(HTTPProblem) -> OpenFile {
        try state.withLock { (state) throws(HTTPProblem) in
            try state.file?.append(state.waiting)
            guard let file = state.file.take() else { throw .internalError }
            return try file.finished()
        }
    }
}
