import Foundation

/// A folder of files that only grow, by whole lines. Several processes may use it at once, each with its own files.
///
/// Only the user may read the folder and files. Links are not followed.
package struct LineFolder: Sendable {
    package let path: String
    /// The ending of the files' names; all others are ignored.
    private let suffix: String

    package init(path: String, suffix: String) {
        self.path = path
        self.suffix = suffix
    }

    package struct File: Sendable, Equatable {
        package let name: String
        /// Bytes.
        package let size: Int

        package init(name: String, size: Int) {
            self.name = name
            self.size = size
        }
    }

    package func exists() throws(FileError) -> Bool {
        do throws(FileError) {
            _ = try FileStatus(path: path, followingLinks: true)
            return true
        } catch {
            guard error.code == ENOENT else { throw error }
            return false
        }
    }

    /// Makes the folder and its missing parents.
    package func make() throws(FileError) { try Files.makeFolder(path, isPrivate: true) }

    /// The regular files in it, sorted by name; none if the folder does not exist.
    package func files() throws(FileError) -> [File] {
        let names: [String]
        do throws(FileError) {
            names = try Files.allNames(in: path)
        } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
        return names.compactMap { name in
            guard name.hasSuffix(suffix), let status = try? FileStatus(path: file(name)), status.kind == .file else {
                return nil
            }
            return File(name: name, size: status.size)
        }
    }

    /// Reads bytes of a file from an offset; fewer at its end, none when it is gone.
    package func read(_ name: String, from start: Int, atMost count: Int) throws(FileError) -> [UInt8] {
        do throws(FileError) {
            return try DiskFile(file(name), for: .readingNoLink).read(at: start, atMost: count)
        } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
    }

    /// Runs work while no other process or user of this folder does any under this lock.
    ///
    /// - Parameter patience: how long to wait for the lock.
    /// - Throws: `EAGAIN` when that is not enough.
    package func locked<Result>(
        patience: Duration = .zero, _ work: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let lock = try FileLock.hold(file("lock"), patience: patience)
        return try withExtendedLifetime(lock) { () throws(FileError) in try work() }
    }

    /// Appends lines to a file in one write; creates a missing file.
    ///
    /// First completes a line that a crash cut short. On failure, the file is unchanged.
    /// - Parameter lines: complete lines, including the last line break.
    package func append(_ lines: [UInt8], to name: String) throws(FileError) {
        let file = try DiskFile(file(name), for: .appending)
        let size = try file.status().size
        let last = size == 0 ? [0x0A] : try file.read(at: size - 1, atMost: 1)
        do throws(FileError) {
            try file.write(last == [0x0A] ? lines : [0x0A] + lines)
        } catch {
            try? file.truncate(to: size)
            throw error
        }
    }

    /// Deletes a file; a missing one is not an error.
    package func remove(_ name: String) throws(FileError) { try Files.remove(file(name)) }

    private func file(_ name: String) -> String { Path.join(path, name) }
}
