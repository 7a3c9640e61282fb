import Foundation

/// Keeps others out while something is read, changed and written, across processes and threads. Gone with the value,
/// and with the process, however that ends.
///
/// A folder is locked, not a file in it: files are replaced under their names, and a lock of their own would be one more
/// file that people find.
package struct FileLock: ~Copyable {
    private let number: Int32

    /// How long to wait for others. They need milliseconds.
    private static let patience = Duration.seconds(10)

    private init(_ number: Int32) { self.number = number }

    /// Waits until nobody else has the folder locked.
    ///
    /// Where the file system knows no locks there is none, and work goes on: that is as good as before.
    /// - Throws: as `EAGAIN` when others do not let go, as `ECANCELED` when the task is cancelled.
    package static func wait(for folder: String) throws(FileError) -> FileLock {
        let number = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last(folder) }
        let lock = FileLock(number)
        let end = ContinuousClock.now + patience
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { break }
            guard ContinuousClock.now < end else { throw FileError(folder, .system(EAGAIN)) }
            if Task.isCancelled { throw FileError(folder, .system(ECANCELED)) }
            usleep(2_000)
        }
        return lock
    }

    /// - Returns: nil when somebody else has the folder locked, or it cannot be opened or locked.
    package static func take(_ folder: String) -> FileLock? {
        let number = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let lock = FileLock(number)
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else { return nil }
        return lock
    }

    deinit {
        // A program that is being started at this moment has the descriptor, too.
        _ = flock(number, LOCK_UN)
        close(number)
    }
}
