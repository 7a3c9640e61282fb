import EspyBarcode
public import EspyStore
import Foundation

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

/// One line of a dump of Open Library: type, key, revision, date and JSON, with tabs between them. Whoever made the file,
/// a line is only taken when it is what it should be.
private enum DumpRecord: Equatable {
    case edition(isbn: ISBN, title: String, author: String?, writer: Int?)
    case writer(Int, name: String)
    /// An edition without number, a work, and all else that is of no use here.
    case other

    /// Longer lines are none of these.
    static let longestLine = 1 << 20
    static let longestText = 500

    /// - Returns: nil for a line that is damaged.
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

    /// Text without control characters, of a length that a book may have.
    private static func usable(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 4 * longestText else { return nil }
        let plain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        return plain && !trimmed.isEmpty ? String(trimmed.prefix(longestText)) : nil
    }

    /// `23` of `/authors/OL23A`.
    private static func number(_ key: String) -> Int? {
        guard key.hasPrefix("/authors/OL"), key.hasSuffix("A"), key.count <= 24 else { return nil }
        return Int(key.dropFirst("/authors/OL".count).dropLast()).flatMap { $0 > 0 ? $0 : nil }
    }
}
