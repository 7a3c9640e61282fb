import EspyCodecs
import EspyCount
public import EspyPixels
public import EspyShelf
public import EspyStore
import Foundation

/// What was found before: results with their settings and pictures, in one file.
///
/// The newest ``limit`` counts are kept, and as many favorites, racks and shelves as the user likes. What
/// ``add(_:_:of:title:at:as:replacing:place:photos:limit:by:)`` has returned is on the disk: it survives the end of the process at any
/// moment. Several processes may use one file at once.
public actor History {
    /// Counts that are no favorites, where nothing else is said: when one more is added, the oldest goes. Room for some
    /// months of many photos a day.
    public static let limit = 2_000

    let database: Database
    private let limit: Int

    /// Opens the file, or makes it if there is none. Its folder must exist.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for other processes.
    ///   - reading: only looks, so that a disk that is full or may not be written to is no hindrance; ``refusal`` says
    ///     so, and is the error of each change. For short work alone.
    ///   - limit: in place of ``limit``.
    public init(
        path: String, patience: Duration = .seconds(5), reading: Bool = false, limit: Int = History.limit
    ) throws(HistoryError) {
        self.limit = limit
        do throws(StoreError) {
            database = try (reading ? Database.reading : Database.init)(
                path, HistorySchema.identity, HistorySchema.migrations, patience)
        } catch {
            throw .store(error)
        }
    }

    /// Why nothing can be changed, where it was opened to be read alone; nil where it can.
    public var refusal: StoreError? { database.refusal }

    /// Keeps what was found.
    ///
    /// - Parameters:
    ///   - options: what was asked for.
    ///   - image: the photo, of a count at any size, of which a small picture of what was found is kept.
    ///   - title: name of the photo.
    ///   - time: seconds since 1970.
    ///   - id: the identifier, where somebody else has chosen it: what has it already stays as it is, and is returned.
    ///   - old: the entry of an earlier result for this photo, whose identifier, note, star and place the new one takes over.
    ///   - place: where a shelf stands; nil for that of the earlier result, if any.
    ///   - photos: whether a picture of the whole photo is kept too.
    ///   - limit: the counts that stay, as settings say now; nil for as many as when the history was opened.
    ///   - author: who had it made, where it takes the place of another one.
    @discardableResult
    public func add<Result: Analysis>(
        _ result: Result, _ options: Result.Options, of image: RGBImage, title: String, at time: Int,
        as id: String? = nil, replacing old: String? = nil,
        place: ShelfPlace? = nil, photos: HistoryPhotos = .none, limit: Int? = nil, by author: HistoryAuthor? = nil
    ) throws(HistoryError) -> HistoryEntry {
        let thumbnail: [UInt8]
        var photo: HistoryPhoto?
        do throws(ImageError) {
            thumbnail = try HistoryThumbnail.jpeg(image, of: result)
            if case .small = photos { photo = try HistoryPhoto(image) }
        } catch {
            throw .thumbnail(error)
        }
        var new = try NewEntry(result, options, title: title, at: time, thumbnail: thumbnail)
        if new.kind == .shelf { new.place = place }
        return try keep(
            new, photo, photos, limit ?? self.limit, as: id, replacing: old,
            by: author ?? HistoryAuthor(via: "library", time: time))
    }

    private func keep(
        _ new: NewEntry, _ photo: HistoryPhoto?, _ photos: HistoryPhotos, _ limit: Int, as id: String?,
        replacing old: String?, by author: HistoryAuthor
    ) throws(HistoryError) -> HistoryEntry {
        try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                try Self.purge(database, at: new.time)
                if let id, let known = try database.entries("WHERE id = ?", [.text(id)]).first { return known }
                var replaced: Replaced?
                var photo = photo
                if let old, let found = try Self.take(old, from: database) {
                    replaced = found
                    if photos == .asBefore { photo = found.photo }
                }
                var entry = try new.insert(into: database, as: id ?? replaced?.entry.id)
                if let replaced { try replaced.goOn(as: &entry, in: database, by: author) }
                if let photo { try Self.keep(photo, at: entry.position, in: database) }
                if new.kind == .count { try Self.trim(database, to: limit) }
                if case .small(let limit) = photos { try Self.trimPhotos(database, limit: limit) }
                return entry
            }
        }
    }

    /// Takes an entry out, with what goes on with the one in its place, if it is there.
    private static func take(_ id: String, from database: Database) throws(StoreError) -> Replaced? {
        let found = try database.entries("WHERE id = ? AND deleted IS NULL", [.text(id)])
        guard let entry = found.first else { return nil }
        let replaced = Replaced(
            entry: entry, photo: try photo(at: entry.position, in: database),
            audit: try AuditTable.events(at: entry.position, in: database))
        try database.execute("DELETE FROM entry WHERE id = ?", [.text(id)])
        return replaced
    }

    /// Lets the oldest counts go that are more than a limit. By order of adding: clocks are set back sometimes.
    @discardableResult
    static func trim(_ database: Database, to limit: Int) throws(StoreError) -> Int {
        try database.execute("DELETE FROM entry WHERE \(beyond)", [.integer(limit)])
    }

    /// The counts that are older than so many newer ones.
    static let beyond = """
        kind = 'count' AND favorite = 0 AND deleted IS NULL AND position NOT IN (
            SELECT position FROM entry WHERE kind = 'count' AND favorite = 0 AND deleted IS NULL
            ORDER BY position DESC LIMIT ?)
        """

    /// Runs work on the database, and makes its errors those of the history.
    ///
    /// The statements here fit the tables of the version that the file claims: one that SQLite does not accept means
    /// that the tables are others.
    func use<Value>(_ work: (Database) throws(StoreError) -> Value) throws(HistoryError) -> Value {
        do throws(StoreError) {
            return try work(database)
        } catch .statement(let reason) {
            throw .store(.corrupt(path: database.path, reason: reason))
        } catch {
            throw .store(error)
        }
    }
}

/// An entry whose place another one takes.
private struct Replaced {
    let entry: HistoryEntry
    let photo: HistoryPhoto?
    let audit: [AuditEvent]

    /// What people said of the old one, the new one says, too.
    func goOn(as new: inout HistoryEntry, in database: Database, by author: HistoryAuthor) throws(StoreError) {
        try database.execute(
            "UPDATE entry SET note = ?, favorite = ?, place = coalesce(place, ?) WHERE position = ?",
            [
                Parameter(entry.note), Parameter(entry.isFavorite), Parameter(entry.place?.text),
                .integer(new.position),
            ])
        new.note = entry.note
        new.isFavorite = entry.isFavorite
        new.place = new.place ?? entry.place
        try AuditTable.carry(audit, to: new.position, in: database)
        let read = AuditEvent.Draft(kind: .reading, before: String(entry.count), after: String(new.count))
        let undone = entry.confirmation.map { AuditEvent.Draft(kind: .confirmation, before: $0.by) }
        try AuditTable.add([read] + [undone].compactMap(\.self), author, at: new.position, in: database)
    }
}

/// The tables of the history, from the first version to the present one. A version that was released never changes:
/// what is new is one more step at the end.
package enum HistorySchema {
    /// `application_id` of the file: "Espy".
    package static let identity: Int32 = 0x4573_7079

    package static let migrations = [
        // Lists read `entry` alone. Pictures and results are large, and stand apart so that lists stay fast.
        """
        CREATE TABLE entry (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            time INTEGER NOT NULL,
            title TEXT NOT NULL,
            note TEXT,
            count INTEGER NOT NULL,
            low INTEGER,
            high INTEGER,
            rows INTEGER,
            cols INTEGER,
            parameters TEXT NOT NULL,
            favorite INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX entry_by_kind ON entry (kind, favorite, position);
        CREATE TABLE thumbnail (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            jpeg BLOB NOT NULL
        ) STRICT;
        CREATE TABLE result (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            json TEXT NOT NULL,
            detections BLOB
        ) STRICT;
        """,
        // Deleted entries stay for a while, so that deleting can be taken back; `deleted` is when it happened.
        """
        ALTER TABLE entry ADD COLUMN corrected INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE entry ADD COLUMN deleted INTEGER;
        CREATE INDEX entry_by_deletion ON entry (deleted) WHERE deleted IS NOT NULL;
        CREATE TABLE correction (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            json TEXT NOT NULL
        ) STRICT;
        """,
        // A picture of the whole photo, for as long as there is room. `bytes` stands before the picture, so that adding
        // up how much they take does not read them.
        """
        CREATE TABLE photo (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            jpeg BLOB NOT NULL
        ) STRICT;
        """,
        // Who has looked at a result, and found it right.
        """
        ALTER TABLE entry ADD COLUMN confirmed_by TEXT;
        ALTER TABLE entry ADD COLUMN confirmed_at INTEGER;
        """,
        // Who changed what. Lines are added, and go with their entry; nothing changes one.
        """
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            position INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
            time INTEGER NOT NULL,
            kind TEXT NOT NULL,
            place TEXT,
            was TEXT,
            became TEXT,
            person TEXT,
            channel TEXT NOT NULL
        ) STRICT;
        CREATE INDEX audit_by_entry ON audit (position, number);
        """,
        // Where a shelf stands; what people said of books that were seen twice; the lists that shelves are checked against.
        """
        ALTER TABLE entry ADD COLUMN place TEXT;
        CREATE TABLE same_book (
            one INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
            one_spine INTEGER NOT NULL,
            other INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
            other_spine INTEGER NOT NULL,
            same INTEGER NOT NULL,
            PRIMARY KEY (one, one_spine, other, other_spine)
        ) STRICT;
        CREATE INDEX same_book_by_other ON same_book (other);
        CREATE TABLE book_list (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            time INTEGER NOT NULL,
            books INTEGER NOT NULL,
            csv BLOB NOT NULL
        ) STRICT;
        """,
        // Of what was found, one more with each change; a small picture of an older one is drawn anew when it is asked for.
        """
        ALTER TABLE entry ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE thumbnail ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        UPDATE entry SET version = 1 WHERE corrected = 1;
        """,
    ]
}
