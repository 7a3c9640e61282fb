import Foundation

/// A folder of files that only grow, by whole lines. Several processes may use it at once, each with files of its own.
///
/// Folder and files are for the user alone. Links are not followed.
package struct LineFolder: Sendable {
    package let path: String
    /// What the names of the files end with; all others are left alone.
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

    /// Makes the folder and those above it, unless it is there.
    package func make() throws(FileError) { try Files.makeFolder(path, isPrivate: true) }

    /// The regular files in it, in the order of their names; none where there is no folder.
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

    /// Bytes of a file from a place on, fewer than asked for at its end; none when it is gone.
    package func read(_ name: String, from start: Int, atMost count: Int) throws(FileError) -> [UInt8] {
        do throws(FileError) {
            return try DiskFile(file(name), for: .readingNoLink).read(at: start, atMost: count)
        } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
    }

    /// Does work while no other process, and no other user of this folder here, does any under this lock.
    ///
    /// - Parameter patience: how long to wait for the others.
    /// - Throws: as `EAGAIN` when it lasts longer.
    package func locked<Result>(
        patience: Duration = .zero, _ work: () throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let lock = try FileLock.hold(file("lock"), patience: patience)
        return try withExtendedLifetime(lock) { () throws(FileError) in try work() }
    }

    /// Adds lines to a file, in one write; makes the file if there is none.
    ///
    /// A line that was cut short before, by a crash, is ended first. When it fails, the file is as it was.
    /// - Parameter lines: whole ones, the last with its end.
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

    /// Deletes a file; one that is gone already is fine.
    package func remove(_ name: String) throws(FileError) { try Files.remove(file(name)) }

    private func file(_ name: String) -> String { Path.join(path, name) }
}
