import CSQLite

/// One connection to a database file.
///
/// Statements are compiled once and kept. A database belongs to one owner, such as an actor, and is no `Sendable`;
/// other tasks and other processes open the file for themselves. What a transaction has written when it returns is on
/// the disk: it survives the end of the process at any moment, and a power cut as well as the disk keeps its word.
public final class Database {
    let connection: Connection
    private var statements: [String: Statement] = [:]

    public var path: String { connection.path }

    /// Why nothing can be changed, where the file was opened ``reading(path:identity:migrations:patience:)`` on a disk
    /// that is full or may not be written to.
    public var refusal: StoreError? { connection.refusal }

    /// Opens the file, makes it if there is none (readable by its owner alone), and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - path: the file. Its folder must exist; two files with `-wal` and `-shm` at the end of their names come and
    ///     go beside it.
    ///   - identity: a number that tells whose file it is (`application_id`); one with another is refused as corrupt.
    ///   - migrations: SQL that leads from each version of the schema to the next. Only ever add to the end.
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

    /// Opens a file of somebody who only wants to look: on a disk that is full or may not be written to, it is read as
    /// it stands, and each change is refused as opening it would have been.
    ///
    /// For short work: nothing holds others off who write as soon as there is room again.
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

    /// - Parameter version: of the schema; an older one cannot be brought up to date here.
    private init(standing path: String, identity: Int32, version: Int, refusal: StoreError) throws(StoreError) {
        connection = try Connection(standing: path, refusal: refusal)
        connection.harden()
        guard (try? Opening.version(of: self, identity: identity)) == version else { throw refusal }
    }

    /// Of SQLite.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// Runs a statement that gives no rows.
    /// - Returns: how many rows it inserted, changed or deleted.
    @discardableResult
    public func execute(_ sql: String, _ parameters: [Parameter] = []) throws(StoreError) -> Int {
        _ = try query(sql, parameters) { (_) throws(StoreError) in }
        return connection.changes
    }

    /// All rows of a query, each made into a value by `row`.
    public func query<Value>(
        _ sql: String, _ parameters: [Parameter] = [], row: (borrowing Row) throws(StoreError) -> Value
    )
        throws(StoreError) -> [Value]
    {
        try run(sql, parameters) { (values, statement) throws(StoreError) in
            values.append(try row(statement.row))
        }
    }

    /// All integers of a query, row after row: the quick way for a hundred thousand of them. NULL is 0.
    public func integers(_ sql: String, _ parameters: [Parameter] = []) throws(StoreError) -> [Int] {
        try run(sql, parameters) { (values, statement) throws(StoreError) in statement.appendIntegers(to: &values) }
    }

    /// - Parameter take: adds what one row has.
    private func run<Value>(
        _ sql: String, _ parameters: [Parameter], take: (inout [Value], Statement) throws(StoreError) -> Void
    ) throws(StoreError) -> [Value] {
        // Taken out while in use: the same text may be run again from within `take`.
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

    /// Another one whenever this connection has changed the file, or another process or connection has.
    public func revision() throws(StoreError) -> Revision {
        let others = try query("PRAGMA data_version") { (row) throws(StoreError) in try row.integer(0) }
        return Revision(own: Int(sqlite3_total_changes(connection.pointer)), others: others.first ?? 0)
    }

    /// Tells one state of a file from another, on one connection and as long as that is open.
    public struct Revision: Sendable, Hashable {
        private let own: Int
        private let others: Int

        init(own: Int, others: Int) {
            self.own = own
            self.others = others
        }
    }

    /// Number of the row that was inserted last.
    public var lastRow: Int { Int(sqlite3_last_insert_rowid(connection.pointer)) }

    /// Runs `work` as one change: all of it is kept, or nothing when it throws.
    ///
    /// The right to write is taken at once, so that nothing is read that another process is about to change. One
    /// transaction inside another is refused: SQLite may take back the outer one on some errors, and the rest of it
    /// would then be kept bit by bit.
    public func transaction<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        guard !connection.isInTransaction else { throw .statement("a transaction inside another") }
        try execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let value = try work()
            try execute("COMMIT")
            return value
        } catch {
            // Full disks and read errors have rolled back by themselves.
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            throw error
        }
    }

    /// Runs `work` on one state of the file, whatever others write in the meantime. It may only read.
    public func snapshot<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        guard !connection.isInTransaction else { return try work() }
        // Where this fails, the first read of the work fails in the same way, and says so.
        try? connection.run("BEGIN")
        defer { if connection.isInTransaction { try? connection.run("COMMIT") } }
        return try work()
    }

    /// Gives space that deleted rows have left back to the disk.
    public func compact() throws(StoreError) {
        try connection.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Looks through the whole file.
    /// - Returns: the first damage, if there is any.
    public func damage() throws(StoreError) -> String? {
        try connection.damage()
    }

    /// Runs statements of a migration or setup.
    func run(_ script: String) throws(StoreError) { try connection.run(script) }
}

/// What is done once with a database that was just opened: look whose it is, set it up, bring it up to date.
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
        // Nothing is written before the file is known to be ours: a foreign or damaged one stays as it is.
        try database.run("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
        // In one transaction, so that another process that sets the file up is seen wholly or not at all.
        try database.run("BEGIN")
        let version = try checkedVersion()
        try database.run("COMMIT")
        try useWriteAheadLog()
        // FULL: what was reported as saved survives a power cut, too. NORMAL would only survive the process.
        // Deleted pictures are overwritten, for they may show what nobody else should see.
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

    /// Two processes that open a new file at once cannot both change its journal, and SQLite does not wait there.
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

    /// - Returns: the journal that is used from now on; nil while another process is changing it.
    private func journalMode() throws(StoreError) -> String? {
        do throws(StoreError) {
            return try database.query("PRAGMA journal_mode = WAL") { (row) throws(StoreError) in try row.text(0) }.first
        } catch .locked {
            return nil
        }
    }

    private func migrate() throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            // Another process may have been faster.
            let version = try checkedVersion()
            for migration in migrations.dropFirst(version) { try database.run(migration) }
            try database.run("PRAGMA application_id = \(identity); PRAGMA user_version = \(migrations.count)")
        }
    }

    private static func number(_ sql: String, _ database: Database) throws(StoreError) -> Int {
        try database.query(sql) { (row) throws(StoreError) in try row.integer(0) }.first ?? 0
    }
}
