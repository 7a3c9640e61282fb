import EspyStore

/// A small schema for the tests.
enum Things {
    static let identity: Int32 = 0x5465_7374
    static let migrations = ["CREATE TABLE thing (name TEXT NOT NULL, size INTEGER, data BLOB) STRICT"]

    static func open(
        _ path: String, migrations: [String] = migrations, patience: Duration = .milliseconds(50)
    )
        throws(StoreError) -> Database
    {
        try Database(path: path, identity: identity, migrations: migrations, patience: patience)
    }

    /// Opens a file for reading only.
    static func read(_ path: String, migrations: [String] = migrations) throws(StoreError) -> Database {
        try Database.reading(path: path, identity: identity, migrations: migrations, patience: .milliseconds(50))
    }
}

extension Database {
    func add(_ name: String, size: Int? = nil, data: [UInt8] = []) throws(StoreError) {
        try execute("INSERT INTO thing VALUES (?, ?, ?)", [.text(name), Parameter(size), .bytes(data)])
    }

    func names() throws(StoreError) -> [String] {
        try query("SELECT name FROM thing ORDER BY rowid") { (row) throws(StoreError) in try row.text(0) }
    }

    func number(_ sql: String) throws(StoreError) -> Int? {
        try query(sql) { (row) throws(StoreError) in try row.integer(0) }.first
    }
}
