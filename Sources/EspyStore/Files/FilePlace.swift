/// Names of files, as the file system understands them.
package enum FilePlace {
    /// The one path of a file or folder that has no links in it; `nil` when there is none.
    package static func canonical(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(validatingCString: found)
    }

    /// Deletes a file; one that is gone already is fine.
    package static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .last(path) }
    }
}

/// Only one holder at a time, of all processes; it ends with the process, also when that is killed.
package final class FileLock: Sendable {
    private let number: Int32

    /// - Throws: `locked` when another holds it.
    package init(path: String) throws(StoreError) {
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw .last(path) }
        number = opened
        while flock(opened, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            throw errno == EWOULDBLOCK ? .locked(path: path) : .last(path)
        }
    }

    deinit {
        // A program that is being started at this moment has the descriptor, too.
        _ = flock(number, LOCK_UN)
        close(number)
    }
}
