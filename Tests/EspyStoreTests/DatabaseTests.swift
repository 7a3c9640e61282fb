import EspyStore
import EspyTestSupport
import Foundation
import Testing

struct DatabaseTests {
    private let folder: Scratch
    private let database: Database

    init() throws {
        folder = try Scratch()
        database = try Things.open(folder.file("a.sqlite"))
    }

    @Test func keepsWhatWasWritten() throws {
        try database.add("first", size: 3, data: [0, 255, 7])
        let again = try Things.open(folder.file("a.sqlite"))
        let rows = try again.query("SELECT name, size, data FROM thing") { (row) throws(StoreError) in
            (try row.text(0), try row.integer(1), try row.bytes(2))
        }
        #expect(rows.count == 1)
        #expect(rows[0] == ("first", 3, [0, 255, 7]))
    }

    @Test func isReadableByItsOwnerAlone() throws {
        try database.add("first")
        #expect(folder.names == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal"])
        for name in folder.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func leavesOneFileWhenClosed() throws {
        do {
            let other = try Things.open(folder.file("b.sqlite"))
            try other.add("first")
        }
        #expect(!folder.names.contains("b.sqlite-wal"))
        #expect(folder.names.contains("b.sqlite"))
    }

    @Test(arguments: ["", "a", "naïve 試", "a\0b", "'; DROP TABLE thing; --", String(repeating: "x", count: 100_000)])
    func textComesBackAsItWas(text: String) throws {
        try database.add(text)
        #expect(try database.names() == [text])
    }

    @Test(arguments: [0, 1, 70_000]) func bytesComeBackAsTheyWere(count: Int) throws {
        let bytes = [UInt8](repeating: 9, count: count)
        try database.add("a", data: bytes)
        let found = try database.query("SELECT data FROM thing") { (row) throws(StoreError) in try row.bytes(0) }
        #expect(found == [bytes])
    }

    @Test(arguments: [Int.min, -1, 0, 1, Int.max])
    func integersComeBackAsTheyWere(value: Int) throws {
        try database.add("a", size: value)
        #expect(try database.number("SELECT size FROM thing") == value)
    }

    @Test func nothingIsNotZero() throws {
        try database.add("a")
        let found = try database.query("SELECT size, name, 1.5 FROM thing") { (row) throws(StoreError) in
            (try row.optionalInteger(0), try row.optionalText(1), try row.real(2), row.isNull(0))
        }
        #expect(found[0] == (nil, "a", 1.5, true))
        #expect(Parameter(nil as String?) == .null)
        #expect(Parameter(true) == .integer(1))
    }

    @Test func realsAreBound() throws {
        let found = try database.query("SELECT ?, ?", [.real(0.1), .null]) { (row) throws(StoreError) in
            (try row.real(0), row.isNull(1))
        }
        #expect(found[0] == (0.1, true))
    }

    @Test func anotherTypeThanAskedForIsDamage() throws {
        try database.add("a", size: 1)
        func read(_ work: (borrowing Row) throws(StoreError) -> Void) -> StoreError? {
            do throws(StoreError) {
                _ = try database.query("SELECT name, size, data FROM thing", row: work)
                return nil
            } catch { return error }
        }
        let path = database.path
        func damage(_ column: Int, _ type: String) -> StoreError {
            .corrupt(path: path, reason: "column \(column) of a row is not \(type)")
        }
        #expect(read { (row) throws(StoreError) in _ = try row.integer(0) } == damage(0, "an integer"))
        #expect(read { (row) throws(StoreError) in _ = try row.text(1) } == damage(1, "text"))
        #expect(read { (row) throws(StoreError) in _ = try row.real(2) } == damage(2, "a number"))
        #expect(read { (row) throws(StoreError) in _ = try row.bytes(0) } == damage(0, "bytes"))
    }

    @Test(arguments: ["SELEKT 1", "", "SELECT 1; SELECT 2", "SELECT nothing FROM thing", "SELECT ?"])
    func wrongStatementsAreDefects(sql: String) {
        #expect {
            try database.execute(sql)
        } throws: { error in
            if case StoreError.statement = error { true } else { false }
        }
    }

    @Test func sameStatementWithinItself() throws {
        for name in ["a", "b", "c"] { try database.add(name) }
        let pairs = try database.query("SELECT name FROM thing ORDER BY rowid") { (row) throws(StoreError) in
            [try row.text(0)] + (try database.names())
        }
        #expect(pairs == [["a", "a", "b", "c"], ["b", "a", "b", "c"], ["c", "a", "b", "c"]])
    }

    @Test func errorInARowLetsGoOfTheStatement() throws {
        try database.add("a")
        #expect(throws: StoreError.self) {
            try database.query("SELECT name FROM thing") { (_) throws(StoreError) in throw .full(path: "") }
        }
        let other = try Things.open(database.path)
        try other.add("b")
        #expect(try database.names() == ["a", "b"])
    }

    @Test func countsChangedRows() throws {
        for name in ["a", "b", "c"] { try database.add(name) }
        #expect(try database.execute("DELETE FROM thing WHERE name < 'c'") == 2)
        #expect(try database.execute("DELETE FROM thing WHERE name = ''") == 0)
        #expect(database.lastRow == 3)
    }

    @Test func compactingGivesSpaceBack() throws {
        try database.add("large", data: [UInt8](repeating: 1, count: 1 << 20))
        try database.execute("DELETE FROM thing")
        try database.compact()
        #expect(try folder.bytes("a.sqlite").count < 1 << 17)
        #expect(try folder.bytes("a.sqlite-wal").isEmpty)
    }

    @Test func deletedBytesAreOverwritten() throws {
        let secret = Array("something that nobody should find".utf8)
        try database.add("a", data: secret)
        try database.execute("DELETE FROM thing")
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try Data(folder.bytes("a.sqlite")).range(of: Data(secret)) == nil)
    }

    @Test func schemaOfAFileIsNotTrusted() throws {
        // A file could bring its own functions to run in defaults, triggers and views.
        try database.execute("CREATE VIEW seen AS SELECT name FROM thing")
        #expect(throws: StoreError.self) { try database.number("SELECT count(*) FROM seen") }
        #expect(throws: StoreError.self) {
            try database.execute("UPDATE sqlite_schema SET sql = 'nonsense' WHERE name = 'thing'")
        }
        #expect(try database.number("PRAGMA trusted_schema") == 0)
        #expect(try database.number("PRAGMA synchronous") == 2)
    }
}
