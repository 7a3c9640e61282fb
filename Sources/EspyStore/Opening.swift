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
