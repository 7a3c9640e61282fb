import Foundation

/// Keeps others out while something is read, changed and written, across processes and threads. Gone with the value,
/// and with the process, however that ends.
///
/// Mostly a folder is locked, not a file in it: files are replaced under their names, and a lock of their own is one more
/// file that people find.
package struct FileLock: ~Copyable, Sendable {
    private let file: DiskFile

    /// How long to wait for others that change a file. They need milliseconds.
    package static let patience = Duration.seconds(10)

    private init(_ file: DiskFile) { self.file = file }

    /// Waits until nobody else has the folder locked.
    ///
    /// Where the file system knows no locks there is none, and work goes on: that is as good as before.
    /// - Throws: as `EAGAIN` when others do not let go, as `ECANCELED` when the task is cancelled.
    package static func wait(for folder: String) throws(FileError) -> FileLock {
        let file = try DiskFile(folder.isEmpty ? "." : folder, for: .reading)
        do throws(FileError) {
            try take(file, patience: patience)
        } catch  where !error.isLocked && error.code != ECANCELED {
            // It knows none.
        }
        return FileLock(file)
    }

    /// - Returns: nil when somebody else has the folder locked, or it cannot be opened or locked.
    package static func take(_ folder: String) -> FileLock? {
        guard let file = try? DiskFile(folder, for: .listing), (try? take(file, patience: .zero)) != nil else {
            return nil
        }
        return FileLock(file)
    }

    /// Locks a file that is there for this alone, and makes it where it is not.
    ///
    /// - Throws: as `EAGAIN` when others hold it longer than this.
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

    // A program that is being started at this moment has the descriptor, too.
    deinit { _ = flock(file.descriptor.number, LOCK_UN) }
}
