import EspyBase
import EspyStore
import EspySystem
import Foundation

/// Replaces a damaged gallery with a new one that contains all of the user's work, as far as it can still be read from
/// the file and its copies. Everything else is computed again when the photos are indexed.
public struct GalleryRecovery {
    /// The recovered data.
    public struct Outcome: Sendable, Equatable {
        public let folders: Int
        public let corrections: Int
        public let ratings: Int
        public let albums: Int
        /// Files that devices sent.
        public let arrivals: Int
        /// The damaged file; nil if there was none.
        public let aside: String?
        /// Taught tags need their photos to be learned again: import these lines once more after indexing.
        public let lines: [String]
    }

    private let path: String

    /// - Parameter path: of the database. No one else may have it open.
    public init(path: String) { self.path = path }

    /// Rewrites the copy of the user's work after another gallery has replaced this one. If that fails, the copy is
    /// deleted: nothing of the other gallery must ever be restored into this one.
    public func copySaid() {
        let copies = UserDataBackup(of: path)
        do {
            let database = try Database(
                path: path, identity: GallerySchema.identity, migrations: GallerySchema.migrations)
            try copies.keep(UserDataLines(database).text)
        } catch {
            for path in copies.paths { unlink(path) }
        }
    }

    /// Whether there is, or was, a gallery.
    public var isThere: Bool {
        FileManager.default.fileExists(atPath: path) || UserDataBackup(of: path).newest() != nil
    }

    /// - Returns: why the gallery cannot be used as it is; nil when it can.
    public func damage() -> String? {
        // Opening it would create one.
        guard FileManager.default.fileExists(atPath: path) else { return "the file is missing" }
        do throws(StoreError) {
            try Gallery.checkIsNoRemnant(path)
            return try DatabaseCopy.damage(of: path)
        } catch .corrupt(_, let reason) {
            return reason
        } catch {
            // It is locked, or newer than this program: no reason to replace it.
            return nil
        }
    }

    /// - Parameters:
    ///   - stamp: for the name of the damaged file.
    ///   - now: seconds since 1970.
    public func run(stamp: String, now: Int) async throws(GalleryError) -> (gallery: Gallery, outcome: Outcome) {
        let copy = UserDataBackup(of: path).newest().map(UserDataLines.init(text:))
        var said = [copy].compactMap(\.self)
        if FileManager.default.fileExists(atPath: path), let remains = try? DatabaseRemains(path: path) {
            said.append(UserDataLines(remains))
        }
        let aside = try moveAside(stamp)
        let gallery = try Gallery(path: path)
        for part in said { try await gallery.begin(with: part, now: now) }
        return (gallery, try await gallery.outcome(aside: aside, lines: said.flatMap(\.lines)))
    }

    /// Moves all files of the gallery aside, except the copies.
    private func moveAside(_ stamp: String) throws(GalleryError) -> String? {
        let (folder, name) = (Path.folder(of: path), Path.name(of: path))
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var moved: String?
        for file in files where file.hasPrefix(name) && !file.hasPrefix("\(name)-said") && !file.contains(".damaged-") {
            let target = Path.join(folder, "\(name).damaged-\(stamp)\(file.dropFirst(name.count))")
            guard rename(Path.join(folder, file), target) == 0 else {
                throw .store(.inaccessible(path: path, reason: String(cString: strerror(errno))))
            }
            if file == name { moved = target }
        }
        return moved
    }
}

extension Gallery {
    /// Call this after the user's data changes: writes a copy of it beside the database, at once or, soon after
    /// another, a moment later. A gallery works without the copy, so a full disk is not an error.
    func noteUserData() {
        hasNewUserData = true
        guard !restsFromCopying else { return }
        hasNewUserData = false
        let said = try? UserDataLines(database)
        if let said { try? UserDataBackup(of: path).keep(said.text) }
        restsFromCopying = true
        // While thousands of photos arrive: the longer a copy is, the rarer.
        let rest = 2 + (said?.sent.count ?? 0) / 2_000
        Task {
            try? await Task.sleep(for: .seconds(rest))
            restsFromCopying = false
            if hasNewUserData { noteUserData() }
        }
    }

    /// Takes people out of the copies of the user's data.
    func deletePeopleInCopies() throws(GalleryError) {
        do throws(FileError) { try UserDataBackup(of: path).deletePeople() } catch { throw GalleryError(error) }
    }

    /// Starts with the user's data from elsewhere. Folders need not exist now.
    func begin(with said: UserDataLines, now: Int) throws(GalleryError) {
        try use { database in
            try database.change {
                for folder in said.folders {
                    try database.execute(
                        "INSERT OR IGNORE INTO folders (path, added) VALUES (?, ?)", [.text(folder), .integer(now)])
                }
                for file in said.sent { try Self.note(file, in: database) }
            }
        }
        _ = try importLines(said.lines, now: now)
    }

    /// Counts the user's data in the gallery now.
    func outcome(aside: String?, lines: [String]) throws(GalleryError) -> GalleryRecovery.Outcome {
        try use { database in
            func count(_ table: String) throws -> Int {
                try database.integers("SELECT count(*) FROM \(table)").first ?? 0
            }
            return GalleryRecovery.Outcome(
                folders: try count("folders"), corrections: try count("corrections"),
                ratings: try count("ratings WHERE time IS NOT NULL"), albums: try count("smart_albums"),
                arrivals: try count("arrivals"), aside: aside, lines: lines)
        }
    }

    /// An empty file is a new gallery, unless there was one before: then its content is lost, which must be reported.
    static func checkIsNoRemnant(_ path: String) throws(StoreError) {
        var info = stat()
        guard stat(path, &info) == 0, info.st_size == 0, UserDataBackup(of: path).newest() != nil else { return }
        throw .corrupt(path: path, reason: "it is empty")
    }
}

/// All that people said of a gallery: its folders, what they said of tags and faces, ratings, albums, and which tags they
/// taught; and which device sent which file. The rest of a gallery can be found out again from the photos, when the database is lost.
struct UserDataLines {
    var folders: [String] = []
    var sent: [SentFile] = []
    /// As in an export.
    var lines: [String] = []

    /// Reads them from a working database.
    init(_ database: Database) throws {
        folders = try database.rows(Self.folderQuery) { try $0.text(0) }
        sent = try database.query(Self.sentQuery, row: Self.sent)
        let said = try database.query(Self.correctionQuery, row: Self.correction)
        let rated = try database.query(Self.ratingQuery, row: Self.rating)
        let reader = ExportReader(database: database, corrections: TagCorrections())
        let others = try reader.albums() + reader.taught() + reader.people()
        lines = Self.lines(said, rated, others)
    }

    /// Reads what is left in a database that may be damaged.
    init(_ remains: DatabaseRemains) {
        folders = remains.rows(Self.folderQuery) { (row) throws(StoreError) in try row.text(0) }
        sent = remains.rows(Self.sentQuery, row: Self.sent)
        let albums = remains.rows(ExportReader.albumQuery, row: ExportReader.album)
        let taught = remains.rows(ExportReader.taughtQuery, row: ExportReader.taught)
        lines = Self.lines(
            remains.rows(Self.correctionQuery, row: Self.correction),
            remains.rows(Self.ratingQuery, row: Self.rating),
            albums + taught + ExportedPerson.lines(remains.rows(ExportedPerson.query, row: ExportedPerson.row)))
    }

    /// Reads a copy; invalid lines are left out.
    init(text: String) {
        for line in text.split(whereSeparator: \.isNewline).map(String.init) {
            switch ExportText.parse(line) {
            case .folder(let path): folders.append(path)
            case .sent(let file): sent.append(file)
            default: lines.append(line)
            }
        }
    }

    var text: String {
        let places = folders.map { ExportText.line(.folder($0)) } + sent.map { ExportText.line(.sent($0)) }
        return (places + lines).map { $0 + "\n" }.joined()
    }

    private static let folderQuery = "SELECT path FROM folders"
    private static let sentQuery = "SELECT digest, path, bytes, sender, time FROM arrivals"
    private static let correctionQuery = "SELECT digest, tag, is_right, time FROM corrections"
    private static let ratingQuery = "SELECT digest, rating, time FROM ratings WHERE time IS NOT NULL"

    private static func sent(_ row: borrowing Row) throws(StoreError) -> SentFile {
        SentFile(
            digest: Hexadecimal.text(try row.bytes(0)), path: try row.text(1), bytes: try row.integer(2),
            arrival: GalleryArrival(by: try row.optionalText(3), time: try row.integer(4)))
    }

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

/// Copies of the user's data beside the database: the newest, and those of the two previous days with changes.
struct UserDataBackup {
    private let database: String

    /// - Parameter database: its path.
    init(of database: String) { self.database = database }

    /// In nanoseconds.
    private static let day = 24 * 3600 * 1_000_000_000

    /// Newest first, existing or not.
    var paths: [String] { ["\(database)-said", "\(database)-said-1", "\(database)-said-2"] }

    /// The newest copy that is not empty.
    func newest() -> String? {
        for path in paths {
            let bytes = try? FileContents(path: path, limit: 1 << 30).bytes
            if let bytes, !bytes.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    /// Saves a text as the newest copy. If the last one put aside is more than a day old, first puts the previous copy
    /// aside.
    func keep(_ text: String) throws(FileError) {
        guard text != newest() else { return }
        // Copied, not moved: the newest copy is never missing.
        if isAnotherDay, let bytes = try? FileContents(path: paths[0], limit: 1 << 30).bytes {
            rename(paths[1], paths[2])
            try AtomicFile.replacePrivate(paths[1], with: bytes)
        }
        try AtomicFile.replacePrivate(paths[0], with: Array(text.utf8))
    }

    func deletePeople() throws(FileError) {
        for path in paths {
            guard let bytes = try? FileContents(path: path, limit: 1 << 30).bytes else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            let others = lines.filter { line in
                if case .person = ExportText.parse(String(line)) { false } else { true }
            }
            guard others.count < lines.count else { continue }
            try AtomicFile.replacePrivate(path, with: Array(others.map { $0 + "\n" }.joined().utf8))
        }
    }

    /// Whether the newest copy is more than a day newer than the one put aside, if there is one.
    private var isAnotherDay: Bool {
        guard let newest = try? FileStatus(path: paths[0]).modified else { return false }
        guard let aside = try? FileStatus(path: paths[1]).modified else { return true }
        return newest - aside > Self.day
    }
}
