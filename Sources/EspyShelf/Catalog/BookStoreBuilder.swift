import EspyBarcode
import EspyBase
public import EspyStore
import Foundation

/// Builds the file of a ``BookStore`` from the lines of a dump.
public final class BookStoreBuilder {
    private let database: Database
    private var waiting: [DumpRecord] = []

    /// Line counts so far.
    public private(set) var counts = Counts()

    public struct Counts: Sendable, Equatable, Codable {
        /// Number of lines read.
        public var lines = 0
        /// Editions with a number and a title.
        public var books = 0
        /// Lines that are damaged or too long.
        public var damaged = 0
        /// Works, editions without a number, and all other lines that are not needed.
        public var other = 0
    }

    /// Maximum length of a line; longer ones count as damaged.
    public static let longestLine = DumpRecord.longestLine

    /// Number of lines per transaction.
    private static let batch = 20_000

    /// - Parameter path: a file that does not exist yet.
    public init(_ path: String) throws(StoreError) {
        database = try Database(path: path, identity: BookStore.identity, migrations: BookStore.migrations)
    }

    /// Adds one line, without its line ending.
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
                    // Of several editions with one number, the first is kept.
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

    /// Adds the authors' names to the books, and builds the word index.
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

/// One line of an Open Library dump: type, key, revision, date and JSON, separated by tabs. The file is not trusted:
/// each line is checked before it is used.
private enum DumpRecord: Equatable {
    case edition(isbn: ISBN, title: String, author: String?, writer: Int?)
    case writer(Int, name: String)
    /// An edition without a number, a work, or any other line that is not needed.
    case other

    /// Maximum length of a valid line.
    static let longestLine = 1 << 20
    static let longestText = 500

    /// - Returns: nil for a damaged line.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: 0x09, maxSplits: 4, omittingEmptySubsequences: false)
        guard fields.count == 5, line.count < Self.longestLine, fields[0].starts(with: "/type/".utf8) else {
            return nil
        }
        let decoder = JSONDecoder()
        switch String(decoding: fields[0], as: UTF8.self) {
        case "/type/edition":
            guard let record = try? decoder.decode(Edition.self, from: Data(fields[4])) else { return nil }
            self = Self.edition(record)
        case "/type/author":
            guard let key = Self.number(String(decoding: fields[1], as: UTF8.self)),
                let record = try? decoder.decode(Author.self, from: Data(fields[4]))
            else { return nil }
            self = Self.usable(record.name).map { .writer(key, name: $0) } ?? .other
        default: self = .other
        }
    }

    private struct Edition: Decodable {
        var title: String?
        var prefix: String?
        var subtitle: String?
        var statement: String?
        var long: [String]?
        var short: [String]?
        var authors: [Writer]?

        struct Writer: Decodable { var key: String }

        enum CodingKeys: String, CodingKey {
            case title, subtitle, authors
            case prefix = "title_prefix"
            case statement = "by_statement"
            case long = "isbn_13"
            case short = "isbn_10"
        }
    }

    private struct Author: Decodable { var name: String? }

    private static func edition(_ record: Edition) -> DumpRecord {
        let isbn = ((record.long ?? []) + (record.short ?? [])).lazy
            .compactMap { ISBN($0) ?? ISBN.all(in: $0).first }.first
        guard let isbn, let title = usable(record.title).map({ joined(usable(record.prefix), $0) }) else {
            return .other
        }
        let whole = usable(record.subtitle).map { "\(title): \($0)" } ?? title
        return .edition(
            isbn: isbn, title: String(whole.prefix(longestText)), author: usable(record.statement),
            writer: record.authors?.first.flatMap { number($0.key) })
    }

    /// `The Grey` and `Whale`, `L'` and `Arlésienne`.
    private static func joined(_ prefix: String?, _ title: String) -> String {
        guard let prefix, !title.lowercased().hasPrefix(prefix.lowercased() + " ") else { return title }
        return prefix + (["'", "’", "-"].contains(prefix.last) ? "" : " ") + title
    }

    /// Text without control characters, if its length is plausible for a book.
    private static func usable(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 4 * longestText else { return nil }
        let plain = !text.unicodeScalars.contains { $0.isControl }
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        return plain && !trimmed.isEmpty ? String(trimmed.prefix(longestText)) : nil
    }

    /// `23` of `/authors/OL23A`.
    private static func number(_ key: String) -> Int? {
        guard key.hasPrefix("/authors/OL"), key.hasSuffix("A"), key.count <= 24 else { return nil }
        return Int(key.dropFirst("/authors/OL".count).dropLast()).flatMap { $0 > 0 ? $0 : nil }
    }
}
