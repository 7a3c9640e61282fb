import Foundation

/// Excludes other processes and threads while something is read, changed and written. Released with the value, and when
/// the process ends, however it ends.
///
/// Usually locks a folder, not a file in it: files are replaced under their names, and a separate lock file would be
/// clutter for users.
package struct FileLock: ~Copyable, Sendable {
    private let file: DiskFile

    /// How long to wait for other processes that change a file. They need milliseconds.
    package static let patience = Duration.seconds(10)

    private init(_ file: DiskFile) { self.file = file }

    /// Waits until no one else holds the folder's lock.
    ///
    /// Where the file system does not support locks, work continues without one.
    /// - Throws: `EAGAIN` when others hold the lock too long, `ECANCELED` when the task is canceled.
    package static func wait(for folder: String) throws(FileError) -> FileLock {
        let file = try DiskFile(folder.isEmpty ? "." : folder, for: .reading)
        do throws(FileError) {
            try take(file, patience: patience)
        } catch  where !error.isLocked && error.code != ECANCELED {
            // Locks are not supported.
        }
        return FileLock(file)
    }

    /// - Returns: nil when the folder is locked already, or cannot be opened or locked.
    package static func take(_ folder: String) -> FileLock? {
        guard let file = try? DiskFile(folder, for: .listing), (try? take(file, patience: .zero)) != nil else {
            return nil
        }
        return FileLock(file)
    }

    /// Locks a file exclusively; creates it if missing.
    ///
    /// - Throws: `EAGAIN` when others hold it longer than this.
    package static func hold(_ path: String, patience: Duration = .zero) throws(FileError) -> FileLock {
        let file = try DiskFile(path, for: .changing)
        try take(file, patience: patience)
        return FileLock(file)
    }

    private static func take(_ file: DiskFile, patience: Duration) throws(FileError) {
        let end = ContinuousClock.now + patience
        while flock(file.descriptor.number, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw .last(file.path) }
            guard ContinuousClock.now < end else { throw FileError(file.path, .system(EAGAIN)) }
            if Task.isCancelled { throw FileError(file.path, .system(ECANCELED)) }
            usleep(2_000)
        }
    }

    // A program that is being started right now has the descriptor, too.
    deinit { _ = flock(file.descriptor.number, LOCK_UN) }
}
