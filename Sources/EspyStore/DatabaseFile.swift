/// The file of a database, before SQLite looks at it.
enum DatabaseFile {
    /// Makes an empty file that only its owner may read, unless there is one. SQLite takes an empty file for a new
    /// database, and gives its companions the same permissions.
    ///
    /// The file is never opened here: closing it would drop the locks that this process holds on it elsewhere.
    static func make(_ path: String) throws(StoreError) {
        var info = stat()
        if stat(path, &info) == 0 {
            guard info.st_mode & S_IFMT == S_IFREG else {
                throw .inaccessible(path: path, reason: "it is not a regular file")
            }
            return
        }
        guard errno == ENOENT else { throw error(path) }
        if mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST { return }
        // Where ordinary users may not do this, SQLite makes the file by the rules of the process.
        if errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS { throw error(path) }
    }

    private static func error(_ path: String) -> StoreError {
        let code = errno
        if code == ENOSPC || code == EDQUOT { return .full(path: path) }
        return .inaccessible(path: path, reason: String(cString: strerror(code)))
    }
}
