import EspyStore
import EspyTestSupport
import Foundation
import Testing

/// Damaged files, and files made by other programs.
struct DamageTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    /// A valid file with a table of several pages.
    private func sound() throws -> [UInt8] {
        let name = "sound.sqlite"
        do {
            let database = try Things.open(folder.file(name))
            try database.transaction { () throws(StoreError) in
                for number in 0..<300 {
                    try database.add(
                        "thing \(number)", size: number, data: [UInt8](repeating: UInt8(number % 251), count: 90))
                }
                try database.add("large", data: [UInt8](repeating: 3, count: 30_000))
                try database.execute("CREATE INDEX by_name ON thing (name)")
            }
        }
        return try folder.bytes(name)
    }

    /// Opens a file and uses all of it. Any answer and any error will do, as long as there is one.
    /// - Returns: the error, or nil if there was none.
    private func use(_ bytes: [UInt8]) throws -> StoreError? {
        let path = try folder.write("used.sqlite", bytes)
        defer { for name in folder.names where name.hasPrefix("used") { unlink(folder.file(name)) } }
        do throws(StoreError) {
            let database = try Things.open(path)
            _ = try database.query("SELECT rowid, name, size, data FROM thing") { (row) throws(StoreError) in
                (try row.integer(0), try row.optionalText(1), try row.optionalInteger(2), try row.bytes(3))
            }
            _ = try database.query("SELECT name FROM thing WHERE name > 'thing 2' ORDER BY name") {
                (row) throws(StoreError) in try row.text(0)
            }
            try database.transaction { () throws(StoreError) in
                try database.add("new", data: [UInt8](repeating: 1, count: 5_000))
                try database.execute("DELETE FROM thing WHERE size BETWEEN 100 AND 120 OR name = 'large'")
            }
            return try database.damage().map { .corrupt(path: path, reason: $0) }
        } catch {
            return error
        }
    }

    @Test(arguments: ["hello", String(repeating: "x", count: 5_000), "SQLite format 3\0", "SQLite format 4\0\0\0"])
    func otherFilesAreNoDatabase(text: String) throws {
        let path = try folder.write("a.sqlite", Array(text.utf8))
        #expect {
            try Things.open(path)
        } throws: { error in
            if case StoreError.corrupt(path, _) = error { true } else { false }
        }
        #expect(try folder.bytes("a.sqlite") == Array(text.utf8))
    }

    @Test func emptyFileIsANewDatabase() throws {
        let path = try folder.write("a.sqlite", [])
        try Things.open(path).add("a")
    }

    @Test func soundFileHasNoDamage() throws {
        #expect(try use(sound()) == nil)
    }

    @Test func truncatedFilesAreToldOf() throws {
        let whole = try sound()
        for length in stride(from: 100, to: whole.count - 1, by: 2_777) {
            let error = try #require(try use(Array(whole[..<length])))
            guard case .corrupt = error else {
                Issue.record("\(length) bytes: \(error)")
                continue
            }
        }
    }

    @Test func flippedBitsNeverCrash() throws {
        let whole = try sound()
        var random = SeededRandom(seed: 11)
        var told = 0
        for _ in 0..<150 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                // Half of the changes hit the structure of pages rather than their content.
                let page = Int.random(in: 0..<(bytes.count / 4096), using: &random) * 4096
                let place = Bool.random(using: &random) ? page + Int.random(in: 0..<128, using: &random) : nil
                let index = place ?? Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            if let error = try use(bytes) {
                told += 1
                if case .locked = error { Issue.record("a damaged file is not locked") }
            }
        }
        #expect(told > 40)
    }

    @Test func overwrittenPagesNeverCrash() throws {
        let whole = try sound()
        var random = SeededRandom(seed: 5)
        let pages = whole.count / 4096
        var told = 0
        for page in 0..<pages {
            var bytes = whole
            for index in (page * 4096)..<((page + 1) * 4096) { bytes[index] = .random(in: 0...255, using: &random) }
            if try use(bytes) != nil { told += 1 }
        }
        // The last page of the large value holds only its bytes, which may have any value.
        #expect(told >= pages - 1)
    }

    @Test func damageIsFoundByLooking() throws {
        var bytes = try sound()
        // The second-to-last page holds part of the large value; its pointer to the next page leads nowhere.
        bytes.replaceSubrange((bytes.count - 8192)..<(bytes.count - 8188), with: [0x7F, 0, 0, 1])
        let database = try Things.open(try folder.write("a.sqlite", bytes))
        #expect(try database.damage() != nil)
    }

    /// SQLite 3.40 reports such a table as containing forbidden NULLs.
    @Test func whatSQLiteTakesForDamageIsNone() throws {
        let migration = """
            CREATE TABLE said (photo INTEGER NOT NULL, tag INTEGER NOT NULL, sure REAL NOT NULL, source TEXT NOT NULL,
                PRIMARY KEY (photo, tag, source)) STRICT, WITHOUT ROWID
            """
        let database = try Things.open(folder.file("a.sqlite"), migrations: [migration])
        try database.execute("INSERT INTO said VALUES (1, 2, 0.5, 'x')")
        #expect(try database.damage() == nil)
        #expect(try DatabaseCopy.damage(of: folder.file("a.sqlite")) == nil)
    }

    @Test func foldersPipesAndMissingFolders() throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [folder.path, pipe] {
            #expect(throws: StoreError.inaccessible(path: path, reason: "it is not a regular file")) {
                try Things.open(path)
            }
        }
        let missing = folder.file("no/such/a.sqlite")
        #expect(throws: StoreError.inaccessible(path: missing, reason: "No such file or directory")) {
            try Things.open(missing)
        }
    }
}

/// The same random numbers in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
