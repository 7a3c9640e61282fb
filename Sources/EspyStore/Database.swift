import CSQLite

/// A connection to a database file.
///
/// Statements are compiled once and cached. A database belongs to one owner, such as an actor, and is not `Sendable`;
/// other tasks and processes open the file themselves. When a transaction returns, its changes are on the disk: they
/// survive if the process ends at any moment, and a power failure, provided that the disk is reliable.
public final class Database {
    let connection: Connection
    private var statements: [String: Statement] = [:]

    public var path: String { connection.path }

    /// Why changes are not possible, if the file was opened with ``reading(path:identity:migrations:patience:)`` on a
    /// full or read-only disk.
    public var refusal: StoreError? { connection.refusal }

    /// Opens the file, creates it if missing (readable only by its owner), and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - path: the file. Its folder must exist; SQLite temporarily makes two files beside it that end in `-wal` and
    ///     `-shm`.
    ///   - identity: identifies the file's owner (`application_id`); a file with another one is rejected as corrupt.
    ///   - migrations: SQL from each version of the schema to the next. Only ever add to the end.
    ///   - patience: how long to wait for other processes before ``StoreError/locked(path:)``.
    public init(
        path: String, identity: Int32, migrations: [String], patience: Duration = .seconds(5)
    )
        throws(StoreError)
    {
        try DatabaseFile.make(path)
        connection = try Connection(path)
        connection.setPatience(Int32(min(max(patience / .milliseconds(1), 0), 3_600_000)))
        connection.harden()
        try Opening(self, identity: identity, migrations: migrations, patience: patience).run()
    }

    /// Opens a file for reading: on a full or read-only disk, it is read as it is, and each change throws the error
    /// that opening it would have thrown.
    ///
    /// Only for short work: other processes may write as soon as there is room again.
    public static func reading(
        path: String, identity: Int32, migrations: [String], patience: Duration = .seconds(5)
    )
        throws(StoreError) -> Database
    {
        do throws(StoreError) {
            return try Database(path: path, identity: identity, migrations: migrations, patience: patience)
        } catch {
            switch error {
            case .full, .inaccessible:
                return try Database(standing: path, identity: identity, version: migrations.count, refusal: error)
            default: throw error
            }
        }
    }

    /// - Parameter version: of the schema; an older one cannot be migrated here.
    private init(standing path: String, identity: Int32, version: Int, refusal: StoreError) throws(StoreError) {
        connection = try Connection(standing: path, refusal: refusal)
        connection.harden()
        guard (try? Opening.version(of: self, identity: identity)) == version else { throw refusal }
    }

    /// The version of SQLite.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// Runs a statement without results.
    /// - Returns: the number of rows that it inserted, changed or deleted.
    @discardableResult
    public func execute(_ sql: String, _ parameters: [Parameter] = []) throws(StoreError) -> Int {
        _ = try query(sql, parameters) { (_) throws(StoreError) in }
        return connection.changes
    }

    /// Returns all rows of a query, each converted by `row`.
    public func query<Value>(
        _ sql: String, _ parameters: [Parameter] = [], row: (borrowing Row) throws(StoreError) -> Value
    )
        throws(StoreError) -> [Value]
    {
        try run(sql, parameters) { (values, statement) throws(StoreError) in
            values.append(try row(statement.row))
        }
    }

    /// Returns all integers of a query, row after row: the fast way for a hundred thousand of them. NULL is 0.
    public func integers(_ sql: String, _ parameters: [Parameter] = []) throws(StoreError) -> [Int] {
        try run(sql, parameters) { (values, statement) throws(StoreError) in statement.appendIntegers(to: &values) }
    }

    /// - Parameter take: called with each row.
    private func run<Value>(
        _ sql: String, _ parameters: [Parameter], take: (inout [Value], Statement) throws(StoreError) -> Void
    ) throws(StoreError) -> [Value] {
        // Removed from the cache while in use: `take` may run the same text again.
        let statement =
            if let kept = statements.removeValue(forKey: sql) { kept } else { try Statement(sql, on: connection) }
        defer {
            statement.reset()
            statements[sql] = statement
        }
        try statement.bind(parameters)
        var values: [Value] = []
        while try statement.step() { try take(&values, statement) }
        return values
    }

    /// Changes whenever this or another connection or process has changed the file.
    public func revision() throws(StoreError) -> Revision {
        let others = try query("PRAGMA data_version") { (row) throws(StoreError) in try row.integer(0) }
        return Revision(own: Int(sqlite3_total_changes(connection.pointer)), others: others.first ?? 0)
    }

    /// Identifies a state of the file, for one connection while it is open.
    public struct Revision: Sendable, Hashable {
        private let own: Int
        private let others: Int

        init(own: Int, others: Int) {
            self.own = own
            self.others = others
        }
    }

    /// Id of the last inserted row.
    public var lastRow: Int { Int(sqlite3_last_insert_rowid(connection.pointer)) }

    /// Runs `work` in one transaction, which is rolled back when it throws.
    ///
    /// The write lock is taken at once, so that nothing is read that another process is about to change. Nested
    /// transactions are rejected: on some errors SQLite rolls back the outer one, and the remaining changes would then
    /// be committed one by one.
    public func transaction<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        guard !connection.isInTransaction else { throw .statement("nested transaction") }
        try execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let value = try work()
            try execute("COMMIT")
            return value
        } catch {
            // Full disks and read errors have already rolled back.
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            throw error
        }
    }

    /// Runs `work` on one state of the file, regardless of other writers. It may only read.
    public func snapshot<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        guard !connection.isInTransaction else { return try work() }
        // If this fails, the first read of the work fails in the same way and reports it.
        try? connection.run("BEGIN")
        defer { if connection.isInTransaction { try? connection.run("COMMIT") } }
        return try work()
    }

    /// Returns the space of deleted rows to the disk.
    public func compact() throws(StoreError) {
        try connection.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Checks the whole file.
    /// - Returns: the first damage, if there is any.
    public func damage() throws(StoreError) -> String? {
        try connection.damage()
    }

    /// Runs statements of a migration or setup.
    func run(_ script: String) throws(StoreError) { try connection.run(script) }
}

/// Prepares a database that was just opened: checks its identity, configures it, migrates it.
struct Opening {
    private let database: Database
    private let identity: Int32
    private let migrations: [String]
    private let patience: Duration

    init(_ database: Database, identity: Int32, migrations: [String], patience: Duration) {
        self.database = database
        self.identity = identity
        self.migrations = migrations
        self.patience = patience
    }

    func run() throws(StoreError) {
        // Nothing is written before the file's identity is checked: a foreign or damaged one stays as it is.
        try database.run("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
        // In one transaction, so that a setup by another process is seen completely or not at all.
        try database.run("BEGIN")
        let version = try checkedVersion()
        try database.run("COMMIT")
        try useWriteAheadLog()
        // FULL: saved data survives a power failure, too; NORMAL would only survive the process. Deleted pictures are
        // overwritten, because they may be private.
        try database.run("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 4194304")
        if version < migrations.count { try migrate() }
    }

    private func checkedVersion() throws(StoreError) -> Int {
        let version = try Self.version(of: database, identity: identity)
        guard version <= migrations.count else { throw .tooNew(path: database.path, version: version) }
        return version
    }

    /// - Returns: the version of the schema; 0 for a new file.
    static func version(of database: Database, identity: Int32) throws(StoreError) -> Int {
        let version = try number("PRAGMA user_version", database)
        let owner = try number("PRAGMA application_id", database)
        let tables = try number("SELECT count(*) FROM sqlite_schema", database)
        if version == 0, owner == 0, tables == 0 { return 0 }
        guard owner == Int(identity), version > 0 else {
            throw .corrupt(path: database.path, reason: "it belongs to another program")
        }
        return version
    }

    /// Two processes that open a new file at once cannot both change its journal mode, and SQLite does not wait for
    /// that.
    private func useWriteAheadLog() throws(StoreError) {
        let deadline = ContinuousClock.now + patience
        var mode = try journalMode()
        while mode == nil, ContinuousClock.now < deadline {
            usleep(5_000)
            mode = try journalMode()
        }
        guard let mode else { throw .locked(path: database.path) }
        guard mode == "wal" else {
            throw .inaccessible(path: database.path, reason: "its file system lacks shared memory")
        }
    }

    /// - Returns: the new journal mode; nil while another process is changing it.
    private func journalMode() throws(StoreError) -> String? {
        do throws(StoreError) {
            return try database.query("PRAGMA journal_mode = WAL") { (row) throws(StoreError) in try row.text(0) }.first
        } catch .locked {
            return nil
        }
    }

    private func migrate() throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            // Another process may have done it already.
            let version = try checkedVersion()
            for migration in migrations.dropFirst(version) { try database.run(migration) }
            try database.run("PRAGMA application_id = \(identity); PRAGMA user_version = \(migrations.count)")
        }
    }

    private static func number(_ sql: String, _ database: Database) throws(StoreError) -> Int {
        try database.query(sql) { (row) throws(StoreError) in try row.integer(0) }.first ?? 0
    }
}
