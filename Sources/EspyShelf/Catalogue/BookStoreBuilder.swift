import EspyBarcode
public import EspyStore

/// Makes the file of a ``BookStore`` of the lines of a dump.
public final class BookStoreBuilder {
    private let database: Database
    private var waiting: [DumpRecord] = []

    /// What came of the lines so far.
    public private(set) var counts = Counts()

    public struct Counts: Sendable, Equatable, Codable {
        /// Lines that were looked at.
        public var lines = 0
        /// Editions with a number and a title.
        public var books = 0
        /// Lines that are damaged, and what they were cut to fit.
        public var damaged = 0
        /// Works, editions without a number, and whatever else is of no use here.
        public var other = 0
    }

    /// Longer lines are damaged.
    public static let longestLine = DumpRecord.longestLine

    /// Lines that are kept at once.
    private static let batch = 20_000

    /// - Parameter path: of a file that is not there yet.
    public init(_ path: String) throws(StoreError) {
        database = try Database(path: path, identity: BookStore.identity, migrations: BookStore.migrations)
    }

    /// Takes one line, without its end.
    public func add(_ line: ArraySlice<UInt8>) throws(StoreError) {
        counts.lines += 1
        switch DumpRecord(line) {
        case nil: counts.damaged += 1
        case .other?: counts.other += 1
        case let record?:
            waiting.append(record)
            if waiting.count >= Self.batch { try keep() }
        }
    }

    private func keep() throws(StoreError) {
        let records = waiting
        waiting = []
        try database.transaction { () throws(StoreError) in
            for record in records {
                switch record {
                case .edition(let isbn, let title, let author, let writer):
                    // Of several editions with one number, the first is the book.
                    counts.books += try database.execute(
                        "INSERT OR IGNORE INTO books(isbn, title, author, writer) VALUES (?, ?, ?, ?)",
                        [
                            .integer(Int(isbn.value) ?? 0), .text(title), author.map { .text($0) } ?? .null,
                            writer.map { .integer($0) } ?? .null,
                        ])
                case .writer(let id, let name):
                    try database.execute(
                        "INSERT OR IGNORE INTO writers(id, name) VALUES (?, ?)", [.integer(id), .text(name)])
                case .other: continue
                }
            }
        }
    }

    /// Gives books the names of their authors, and makes the index of words.
    public func finish() throws(StoreError) {
        try keep()
        try database.transaction { () throws(StoreError) in
            try database.execute(
                """
                UPDATE books SET author = coalesce((SELECT name FROM writers WHERE writers.id = writer), author) \
                WHERE writer IS NOT NULL
                """)
            try database.execute("DELETE FROM writers")
            try database.execute("UPDATE books SET writer = NULL WHERE writer IS NOT NULL")
            try database.execute("INSERT INTO words(words) VALUES('rebuild')")
        }
        try database.compact()
    }
}
