import EspyCodecs
import EspyCount
public import EspyPixels
public import EspyShelf
public import EspyStore
import Foundation

/// Stored results with their settings and pictures, in one file.
///
/// Keeps the newest ``limit`` counts, and any number of favorites, racks and shelves. An entry that
/// ``add(_:_:of:title:at:as:replacing:place:photos:limit:by:)`` has returned is on the disk: it survives if the process
/// ends at any moment. Several processes may use one file at once.
public actor History {
    /// Default maximum number of counts that are not favorites: adding one more deletes the oldest. Enough for some
    /// months of many photos a day.
    public static let limit = 2_000

    let database: Database
    private let limit: Int

    /// Opens the file, or creates it. Its folder must exist.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for other processes.
    ///   - reading: never writes, so that a full or read-only disk is not a problem; ``refusal`` is then the error of
    ///     each change. Only for short work.
    ///   - limit: overrides the default ``limit``.
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

    /// Why changes are not possible, if it was opened for reading only; otherwise nil.
    public var refusal: StoreError? { database.refusal }

    /// Stores a result.
    ///
    /// - Parameters:
    ///   - options: of the run.
    ///   - image: the photo (for a count, at any size), of which a small picture is stored.
    ///   - title: name of the photo.
    ///   - time: seconds since 1970.
    ///   - id: the identifier, if the caller has chosen it: an existing entry with it stays as it is, and is returned.
    ///   - old: the entry of an earlier result for this photo; the new one takes over its identifier, note, star and
    ///     place.
    ///   - place: of a shelf; nil for that of the earlier result, if any.
    ///   - photos: whether to store a picture of the whole photo, too.
    ///   - limit: the current maximum number of counts; nil for that of the open history.
    ///   - author: who ran it again, when it replaces an earlier result.
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

    /// The user's name for the things of a count, which is not the one that its result has for them.
    private static func namedThings(of entry: HistoryEntry, in database: Database) throws(StoreError) -> String? {
        guard entry.kind == .count, let things = EntryTitle(entry.title)?.things else { return nil }
        return try result(of: entry, in: database)?.value.things == things ? nil : things
    }

    /// Removes an entry, if it exists, and returns what its replacement takes over.
    private static func take(_ id: String, from database: Database) throws(StoreError) -> Replaced? {
        let found = try database.entries("WHERE id = ? AND deleted IS NULL", [.text(id)])
        guard let entry = found.first else { return nil }
        let replaced = Replaced(
            entry: entry, things: try namedThings(of: entry, in: database),
            photo: try photo(at: entry.position, in: database),
            audit: try AuditTable.events(at: entry.position, in: database))
        try database.execute("DELETE FROM entry WHERE id = ?", [.text(id)])
        return replaced
    }

    /// Deletes the oldest counts beyond a limit, by order of adding, since clocks are sometimes set back.
    @discardableResult
    static func trim(_ database: Database, to limit: Int) throws(StoreError) -> Int {
        try database.execute("DELETE FROM entry WHERE \(beyond)", [.integer(limit)])
    }

    /// The counts beyond a number of newer ones.
    static let beyond = """
        kind = 'count' AND favorite = 0 AND deleted IS NULL AND position NOT IN (
            SELECT position FROM entry WHERE kind = 'count' AND favorite = 0 AND deleted IS NULL
            ORDER BY position DESC LIMIT ?)
        """

    /// Runs work on the database, and converts its errors to ``HistoryError``.
    ///
    /// The statements fit the tables of the version that the file claims: if SQLite rejects one, the tables are
    /// damaged.
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

/// An entry that is being replaced.
private struct Replaced {
    let entry: HistoryEntry
    let things: String?
    let photo: HistoryPhoto?
    let audit: [AuditEvent]

    /// Carries the user's data over from the old entry to the new one.
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
        if let things {
            new.title = EntryTitle(photo: EntryTitle(new.title)?.photo ?? new.title, things: things).text
            try database.execute(
                "UPDATE entry SET title = ? WHERE position = ?", [.text(new.title), .integer(new.position)])
        }
        try AuditTable.carry(audit, to: new.position, in: database)
        let read = AuditEvent.Draft(kind: .reading, before: String(entry.count), after: String(new.count))
        let undone = entry.confirmation.map { AuditEvent.Draft(kind: .confirmation, before: $0.by) }
        try AuditTable.add([read] + [undone].compactMap(\.self), author, at: new.position, in: database)
    }
}

/// The tables of the history, from the first version to the current one. Released versions never change: new ones are
/// added at the end.
package enum HistorySchema {
    /// The file's `application_id`: "Espy".
    package static let identity: Int32 = 0x4573_7079

    package static let migrations = [
        // Lists only read `entry`. Pictures and results are large, and are stored separately so that lists stay fast.
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
        // Deleted entries are kept for a while so that they can be restored; `deleted` is the time of deletion.
        """
        ALTER TABLE entry ADD COLUMN corrected INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE entry ADD COLUMN deleted INTEGER;
        CREATE INDEX entry_by_deletion ON entry (deleted) WHERE deleted IS NOT NULL;
        CREATE TABLE correction (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            json TEXT NOT NULL
        ) STRICT;
        """,
        // A picture of the whole photo, as long as there is room. `bytes` precedes the picture, so that summing up
        // sizes does not read the pictures.
        """
        CREATE TABLE photo (
            position INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            jpeg BLOB NOT NULL
        ) STRICT;
        """,
        // Who checked a result and confirmed it.
        """
        ALTER TABLE entry ADD COLUMN confirmed_by TEXT;
        ALTER TABLE entry ADD COLUMN confirmed_at INTEGER;
        """,
        // Who changed what. Rows are added, and deleted with their entry, but never changed.
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
        // The place of a shelf; the user's decisions on books seen twice; the lists for checking shelves.
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
        // The version of the result, increased by each change. A thumbnail of an older version is drawn again when requested.
        """
        ALTER TABLE entry ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE thumbnail ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        UPDATE entry SET version = 1 WHERE corrected = 1;
        """,
        // A box has a size only where it is known which wells its codes are in.
        """
        UPDATE entry SET rows = NULL, cols = NULL WHERE kind = 'rack' AND position IN (
            SELECT position FROM result WHERE json LIKE '%"originUnknown"%');
        """,
    ]
}
