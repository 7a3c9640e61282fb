package import EspyHTTP
import EspySystem
import Foundation

/// A file that only this process can reach, until it is sent.
package struct AnonymousFile: ~Copyable {
    private let file: DiskFile
    package private(set) var count = 0

    /// Of the names that such files have for a moment.
    private static let prefix = ".espy-photo-"

    /// Takes away what processes left that were killed in that moment.
    package static func sweep(_ folder: String) { Leftovers.sweep(folder, prefix: prefix, olderThan: 3600) }

    /// - Parameter folder: on the disk that is to hold it.
    package init(in folder: String) throws(HTTPProblem) {
        do throws(FileError) {
            file = try DiskFile.nameless(in: folder, prefix: Self.prefix)
        } catch {
            throw Self.problem(error)
        }
    }

    /// Takes over a descriptor that is open for writing.
    package init(adopting descriptor: Int32) { file = DiskFile(adopting: descriptor, path: "") }

    package mutating func append(_ bytes: some Sequence<UInt8>) throws(HTTPProblem) {
        let bytes = Array(bytes)
        do throws(FileError) { try file.write(bytes) } catch { throw Self.problem(error) }
        count += bytes.count
    }

    /// The same file for reading.
    package consuming func finished() throws(HTTPProblem) -> OpenFile {
        do throws(FileError) {
            guard let open = OpenFile(adopting: try file.duplicate()) else { throw FileError(file.path, .special) }
            return open
        } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: FileError) -> HTTPProblem {
        switch error.code {
        case ENOSPC, EDQUOT: .diskFull
        case EMFILE, ENFILE: .busy
        default:
            HTTPProblem(
                500, "no-room", "The photo could not be put down.",
                detail: "the temporary folder cannot be written to (\(error.reason))")
        }
    }
}
