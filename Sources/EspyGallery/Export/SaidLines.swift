import EspyBase
import EspyStore
import EspySystem
import Foundation

/// All that people said of a gallery: its folders, what they said of tags, ratings, albums, and which tags they taught.
/// The rest of a gallery can be found out again from the photos, when the database is lost.
struct SaidLines {
    var folders: [String] = []
    /// As in an export.
    var lines: [String] = []

    /// Of a database that works.
    init(_ database: Database) throws {
        folders = try database.rows(Self.folderQuery) { try $0.text(0) }
        let said = try database.query(Self.correctionQuery, row: Self.correction)
        let rated = try database.query(Self.ratingQuery, row: Self.rating)
        let reader = ExportReader(database: database, corrections: TagCorrections())
        let others = try reader.albums() + reader.taught()
        lines = Self.lines(said, rated, others)
    }

    /// Of one that may be damaged: what can still be read.
    init(_ remains: DatabaseRemains) {
        folders = remains.rows(Self.folderQuery) { (row) throws(StoreError) in try row.text(0) }
        let albums = remains.rows(ExportReader.albumQuery, row: ExportReader.album)
        let taught = remains.rows(ExportReader.taughtQuery, row: ExportReader.taught)
        lines = Self.lines(
            remains.rows(Self.correctionQuery, row: Self.correction),
            remains.rows(Self.ratingQuery, row: Self.rating), albums + taught)
    }

    /// Of a copy; lines that make no sense are left out.
    init(text: String) {
        for line in text.split(whereSeparator: \.isNewline).map(String.init) {
            if case .folder(let path)? = ExportText.parse(line) { folders.append(path) } else { lines.append(line) }
        }
    }

    var text: String {
        let places = folders.map { ExportText.line(.folder($0)) }
        return (places + lines).map { $0 + "\n" }.joined()
    }

    private static let folderQuery = "SELECT path FROM folders"
    private static let correctionQuery = "SELECT digest, tag, is_right, time FROM corrections"
    private static let ratingQuery = "SELECT digest, rating, time FROM ratings WHERE time IS NOT NULL"

    private static func correction(_ row: borrowing Row) throws(StoreError) -> (digest: [UInt8], ExportedCorrection) {
        let said = ExportedCorrection(
            tag: try row.text(1), isRight: try row.integer(2) != 0, time: try row.integer(3))
        return (try row.bytes(0), said)
    }

    private static func rating(_ row: borrowing Row) throws(StoreError) -> (digest: [UInt8], ExportedRating) {
        (try row.bytes(0), ExportedRating(rating: try row.integer(1), time: try row.integer(2)))
    }

    private static func lines(
        _ said: [(digest: [UInt8], ExportedCorrection)], _ rated: [(digest: [UInt8], ExportedRating)],
        _ others: [ExportedLine]
    ) -> [String] {
        let corrections = Dictionary(grouping: said, by: \.digest)
        let ratings = Dictionary(rated.map { ($0.digest, $0.1) }) { $1 }
        let digests = Set(corrections.keys).union(ratings.keys).sorted { $0.lexicographicallyPrecedes($1) }
        let photos = digests.map { digest in
            ExportedLine.said(
                digest: Hexadecimal.text(digest), corrections: (corrections[digest] ?? []).map(\.1),
                rated: ratings[digest])
        }
        return ([.gallery(version: ExportedLine.version)] + photos + others).map(ExportText.line)
    }
}

/// Copies of what people said, beside the database: the newest, and those of the two days before on which it changed.
struct SaidCopies {
    private let database: String

    /// - Parameter database: its path.
    init(of database: String) { self.database = database }

    /// In nanoseconds.
    private static let day = 24 * 3600 * 1_000_000_000

    /// The newest first, whether they are there or not.
    var paths: [String] { ["\(database)-said", "\(database)-said-1", "\(database)-said-2"] }

    /// The newest that holds something.
    func newest() -> String? {
        for path in paths {
            let bytes = try? FileContents(path: path, limit: 1 << 30).bytes
            if let bytes, !bytes.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    /// Keeps a text as the newest one. Each day the last one of the day before is put aside.
    func keep(_ text: String) throws(SystemError) {
        guard text != newest() else { return }
        // As a copy: the newest is never missing.
        if isAnotherDay, let bytes = try? FileContents(path: paths[0], limit: 1 << 30).bytes {
            rename(paths[1], paths[2])
            try TemporaryFile.replacePrivate(paths[1], with: bytes)
        }
        try TemporaryFile.replacePrivate(paths[0], with: Array(text.utf8))
    }

    /// Whether the newest is of another day than the one that was put aside, if there is one.
    private var isAnotherDay: Bool {
        guard let newest = try? FileStatus(path: paths[0]).modified else { return false }
        guard let aside = try? FileStatus(path: paths[1]).modified else { return true }
        return newest - aside > Self.day
    }
}
