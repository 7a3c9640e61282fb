package import EspyHTTP
import Foundation

/// A file that only this process can reach: it loses its name before the first byte is written, so nothing is left of
/// it however the process ends.
package struct NamelessFile: ~Copyable {
    private let descriptor: Int32
    package private(set) var count = 0

    /// - Parameter folder: on the disk that is to hold it.
    package init(in folder: String) throws(Problem) {
        var template = Array("\(folder)/espy-photo-XXXXXX".utf8CString)
        // With permissions for the user alone.
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.problem(errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Takes over a descriptor that is open for writing.
    package init(adopting descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    package mutating func append(_ bytes: some Sequence<UInt8>) throws(Problem) {
        let bytes = ContiguousArray(bytes)
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.problem(errno) }
            done += written
        }
        count += done
    }

    /// The same file for reading.
    package consuming func finished() throws(Problem) -> OpenFile {
        guard let file = OpenFile(adopting: fcntl(descriptor, F_DUPFD_CLOEXEC, 3)) else { throw Self.problem(errno) }
        return file
    }

    private static func problem(_ code: Int32) -> Problem {
        switch code {
        case ENOSPC, EDQUOT: .diskFull
        case EMFILE, ENFILE: .busy
        default:
            Problem(
                500, "no-room", "The photo could not be put down.",
                detail: "the temporary folder cannot be written to (\(String(cString: strerror(code))))")
        }
    }
}
