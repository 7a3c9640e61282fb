import CSQLite

/// Copies whole databases while others may write to them (SQLite's backup API).
public enum DatabaseCopy {
    /// Pages per step; between steps others may write, and their changes are copied, too.
    private static let step: Int32 = 4096

    /// Copies one file over another, or into a new one.
    ///
    /// The copy is one transaction of the target file: others see the old state or the new one, and a killed process
    /// leaves the old one.
    /// - Parameter patience: how long to wait for writers.
    public static func copy(_ source: String, to target: String, patience: Duration = .seconds(30)) throws(StoreError) {
        let from = try open(source, patience)
        try DatabaseFile.make(target)
        let to = try open(target, patience)
        guard let work = sqlite3_backup_init(to.pointer, "main", from.pointer, "main") else {
            throw to.error(sqlite3_errcode(to.pointer))
        }
        let deadline = ContinuousClock.now + patience
        var code = SQLITE_OK
        repeat {
            code = sqlite3_backup_step(work, step)
            if code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED {
                guard ContinuousClock.now < deadline else { break }
                usleep(10_000)
                code = SQLITE_OK
            }
        } while code == SQLITE_OK
        let ended = sqlite3_backup_finish(work)
        guard code == SQLITE_DONE, ended == SQLITE_OK else { throw to.error(code == SQLITE_DONE ? ended : code) }
        // Restored data must be on the disk, and in the file itself.
        try to.run("PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(PASSIVE)")
    }

    /// - Returns: the first damage in a file; nil when there is none.
    public static func damage(of path: String) throws(StoreError) -> String? {
        try open(path, .seconds(5)).damage()
    }

    /// Makes a copy self-contained, readable without a log beside it.
    public static func detach(_ path: String) throws(StoreError) {
        try open(path, .seconds(5)).run("PRAGMA journal_mode = DELETE")
    }

    private static func open(_ path: String, _ patience: Duration) throws(StoreError) -> Connection {
        let connection = try Connection(path)
        connection.setPatience(Int32(patience / .milliseconds(1)))
        connection.harden()
        return connection
    }
}

/// The readable remains of a database that may be damaged. No statement changes it.
package final class DatabaseRemains {
    private let connection: Connection

    package init(path: String) throws(StoreError) {
        connection = try Connection(path)
        connection.harden()
        // A process that is closing it holds it a little longer: without waiting, nothing would seem to be left.
        connection.setPatience(30_000)
    }

    /// Returns rows in file order, up to the first unreadable one.
    package func rows<Value>(_ sql: String, row: (borrowing Row) throws(StoreError) -> Value) -> [Value] {
        var values: [Value] = []
        guard let statement = try? Statement(sql, on: connection) else { return [] }
        while (try? statement.step()) == true {
            // Skips an invalid row.
            if let value = try? row(statement.row) { values.append(value) }
        }
        return values
    }
}
