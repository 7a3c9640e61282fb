import EspyStore
import EspyTestSupport
import Testing

struct MigrationTests {
    private let folder: Scratch
    private let path: String
    private let two = Things.migrations + ["ALTER TABLE thing ADD COLUMN note TEXT; CREATE INDEX n ON thing (note)"]

    init() throws {
        folder = try Scratch()
        path = folder.file("a.sqlite")
    }

    @Test func newFileGetsThemAll() throws {
        let database = try Things.open(path, migrations: two)
        #expect(try database.number("PRAGMA user_version") == 2)
        #expect(try database.number("PRAGMA application_id") == Int(Things.identity))
        #expect(try database.number("SELECT count(*) FROM pragma_table_info('thing')") == 4)
    }

    @Test func olderFileGetsTheRest() throws {
        do { try Things.open(path).add("kept") }
        let database = try Things.open(path, migrations: two)
        #expect(try database.number("PRAGMA user_version") == 2)
        #expect(try database.names() == ["kept"])
    }

    @Test func newerFileIsRefusedAndLeftAlone() throws {
        do { _ = try Things.open(path, migrations: two) }
        let before = try folder.bytes("a.sqlite")
        #expect(throws: StoreError.tooNew(path: path, version: 2)) { try Things.open(path) }
        #expect(try folder.bytes("a.sqlite") == before)
        #expect(folder.names == ["a.sqlite"])
    }

    @Test func failedStepLeavesTheVersionBefore() throws {
        do { try Things.open(path).add("kept") }
        #expect(throws: StoreError.self) {
            try Things.open(path, migrations: Things.migrations + ["CREATE TABLE other (a); SELEKT"])
        }
        let database = try Things.open(path)
        #expect(try database.number("PRAGMA user_version") == 1)
        #expect(try database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'other'") == 0)
    }

    @Test func fileOfAnotherProgramIsRefused() throws {
        do {
            _ = try Database(path: path, identity: 7, migrations: Things.migrations)
        }
        let before = try folder.bytes("a.sqlite")
        let refusal = StoreError.corrupt(path: path, reason: "it belongs to another program")
        #expect(throws: refusal) { try Things.open(path) }
        #expect(try folder.bytes("a.sqlite") == before)
    }

    @Test func tablesWithoutAVersionBelongToSomebodyElse() throws {
        do {
            let database = try Database(path: path, identity: 0, migrations: [])
            try database.execute("CREATE TABLE stranger (a)")
        }
        #expect(throws: StoreError.corrupt(path: path, reason: "it belongs to another program")) {
            try Things.open(path)
        }
    }

    @Test func severalMayOpenANewFileAtOnce() async throws {
        for round in 0..<10 {
            let path = folder.file("\(round).sqlite")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in ["a", "b", "c", "d"] {
                    group.addTask { try Things.open(path, migrations: two, patience: .seconds(60)).add4(name) }
                }
                try await group.waitForAll()
            }
            #expect(try Things.open(path, migrations: two).names().sorted() == ["a", "b", "c", "d"])
        }
    }
}

extension Database {
    fileprivate func add4(_ name: String) throws(StoreError) {
        try execute("INSERT INTO thing (name) VALUES (?)", [.text(name)])
    }
}
