import CSQLite

/// An SQLite connection handle, with conversion of its errors. Closed with its last reference.
final class Connection {
    let pointer: OpaquePointer
    let path: String
    /// Why changes are not possible; nil if they are.
    let refusal: StoreError?

    // NOMUTEX: the database's owner uses it from one place at a time, which the compiler enforces.
    private static let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE

    /// - Parameter path: a file that exists, or can be created.
    init(_ path: String) throws(StoreError) {
        var made: OpaquePointer?
        let code = sqlite3_open_v2(path, &made, Self.flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard let made else { throw .inaccessible(path: path, reason: "out of memory") }
        (pointer, self.path, refusal) = (made, path, nil)
        guard code == SQLITE_OK else { throw error(code) }
        // SQLite falls back to read-only access if it cannot write, and would fail only at the first change.
        guard sqlite3_db_readonly(made, "main") == 0 else {
            throw .inaccessible(path: path, reason: "it may not be written to")
        }
    }

    /// Opens a file read-only, on a disk that is full or read-only.
    ///
    /// - Parameter refusal: the error of each attempt to change it.
    init(standing path: String, refusal: StoreError) throws(StoreError) {
        var made: OpaquePointer?
        // If there is a log, SQLite needs its index file; without a log, no one has the database open, and it can be
        // read without companion files.
        var log = stat()
        let isAlone = stat(path + "-wal", &log) != 0 || log.st_size == 0
        let code = sqlite3_open_v2(
            Self.address(path) + (isAlone ? "?immutable=1" : ""), &made,
            Self.flags | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
        guard let made else { throw refusal }
        (pointer, self.path, self.refusal) = (made, path, refusal)
        guard code == SQLITE_OK else { throw refusal }
    }

    /// A path as an SQLite URI: special characters are percent-encoded.
    private static func address(_ path: String) -> String {
        "file:" + path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    }

    deinit { sqlite3_close_v2(pointer) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

    /// Number of rows that the last statement inserted, changed or deleted.
    var changes: Int { Int(sqlite3_changes64(pointer)) }

    func setPatience(_ milliseconds: Int32) { sqlite3_busy_timeout(pointer, milliseconds) }

    /// Turns off features that only a malicious file would use.
    func harden() {
        espy_sqlite_switch(pointer, SQLITE_DBCONFIG_DEFENSIVE, 1)
        espy_sqlite_switch(pointer, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        espy_sqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        espy_sqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
        espy_sqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    }

    /// Runs any number of statements without results.
    func run(_ script: String) throws(StoreError) {
        let code = sqlite3_exec(pointer, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Checks the whole file.
    /// - Returns: the first damage; nil when there is none.
    func damage() throws(StoreError) -> String? {
        let statement = try Statement("PRAGMA quick_check(2147483647)", on: self)
        while try statement.step() {
            // The first result may have several lines after one with the database's name.
            let lines = try statement.row.text(0).split(separator: "\n").map(String.init)
            guard let text = lines.first(where: { !$0.hasPrefix("***") }) else { continue }
            // SQLite 3.40 looks for the columns of WITHOUT ROWID tables in the wrong place, and reads other values.
            // Required values cannot be NULL here, because the tables reject that.
            if text != "ok", !text.hasPrefix("NULL value in ") { return text }
        }
        return nil
    }

    /// Converts a result code of SQLite.
    func error(_ code: Int32) -> StoreError {
        let reason = String(cString: sqlite3_errmsg(pointer))
        if code & 0xFF == SQLITE_READONLY, let refusal { return refusal }
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: return .locked(path: path)
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: return .corrupt(path: path, reason: reason)
        case SQLITE_FULL: return .full(path: path)
        case SQLITE_IOERR where code == ioErrorOfACorruptFile: return .corrupt(path: path, reason: reason)
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_NOMEM, SQLITE_NOLFS:
            let system = sqlite3_system_errno(pointer)
            if system == ENOSPC || system == EDQUOT { return .full(path: path) }
            let cause = system == 0 ? "" : " (\(String(cString: strerror(system))))"
            return .inaccessible(path: path, reason: reason + cause)
        default: return .statement(reason)
        }
    }

    /// SQLITE_IOERR_CORRUPTFS: a computed macro that Swift does not import.
    private var ioErrorOfACorruptFile: Int32 { SQLITE_IOERR | (33 << 8) }
}

/// The file of a database, before SQLite opens it.
enum DatabaseFile {
    /// Creates an empty private file, unless one exists. SQLite treats an empty file as a new database, and gives its
    /// companion files the same permissions.
    ///
    /// The file is never opened here: closing it would drop this process's other locks on it.
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
        // If ordinary users may not do this, SQLite creates the file with the process's default permissions.
        if errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS { throw error(path) }
    }

    private static func error(_ path: String) -> StoreError {
        let code = errno
        if code == ENOSPC || code == EDQUOT { return .full(path: path) }
        return .inaccessible(path: path, reason: String(cString: strerror(code)))
    }
}
