import EspyStore
import EspyTestSupport
import Testing

struct TransactionTests {
    private let folder: Scratch
    private let database: Database

    init() throws {
        folder = try Scratch()
        database = try Things.open(folder.file("a.sqlite"))
    }

    @Test func allIsKept() throws {
        let count = try database.transaction { () throws(StoreError) in
            try database.add("a")
            try database.add("b")
            return try database.names().count
        }
        #expect(count == 2)
        #expect(try Things.open(database.path).names() == ["a", "b"])
    }

    @Test func nothingIsKeptAfterAnError() throws {
        try database.add("before")
        #expect(throws: StoreError.full(path: "x")) {
            try database.transaction { () throws(StoreError) in
                try database.add("a")
                throw .full(path: "x")
            }
        }
        #expect(try database.names() == ["before"])
        try database.transaction { () throws(StoreError) in try database.add("after") }
        #expect(try database.names() == ["before", "after"])
    }

    @Test func brokenConstraintTakesAllBack() throws {
        #expect(throws: StoreError.self) {
            try database.transaction { () throws(StoreError) in
                try database.add("a")
                try database.execute("INSERT INTO thing (name) VALUES (NULL)")
            }
        }
        #expect(try database.names().isEmpty)
    }

    @Test func oneInsideAnotherIsRefused() throws {
        #expect(throws: StoreError.statement("nested transaction")) {
            try database.transaction { () throws(StoreError) in
                try database.add("a")
                try database.transaction { () throws(StoreError) in try database.add("b") }
            }
        }
        #expect(try database.names().isEmpty)
    }

    @Test func othersSeeNothingUntilItIsDone() throws {
        let other = try Things.open(database.path)
        try database.transaction { () throws(StoreError) in
            try database.add("a")
            #expect(try other.names().isEmpty)
        }
        #expect(try other.names() == ["a"])
    }

    @Test func secondWriterIsToldThatTheFileIsLocked() throws {
        let other = try Things.open(database.path, patience: .zero)
        try database.transaction { () throws(StoreError) in
            try database.add("a")
            #expect(throws: StoreError.locked(path: database.path)) { try other.add("b") }
            #expect(throws: StoreError.locked(path: database.path)) {
                try other.transaction { () throws(StoreError) in try other.add("c") }
            }
        }
        try other.add("d")
        #expect(try database.names() == ["a", "d"])
    }

    @Test func secondWriterWaits() async throws {
        let path = database.path
        let waiting = try database.transaction { () throws(StoreError) in
            let task = Task.detached {
                try Things.open(path, patience: .seconds(30)).add("second")
            }
            try database.add("first")
            return task
        }
        try await waiting.value
        #expect(try database.names() == ["first", "second"])
    }

    @Test func manyWritersLoseNothing() async throws {
        let path = database.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let own = try Things.open(path, patience: .seconds(60))
                    for number in 0..<25 {
                        try own.transaction { () throws(StoreError) in
                            let next = try own.number("SELECT count(*) FROM thing") ?? 0
                            try own.add("\(writer)-\(number)", size: next)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Set(database.names()).count == 100)
        // Each saw everything that came before it.
        #expect(try database.number("SELECT count(DISTINCT size) FROM thing") == 100)
    }
}
