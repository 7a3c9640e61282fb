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

    /// Removes an entry, if it exists, and returns what its replacement takes over.
    private static func take(_ id: String, from database: Database) throws(StoreError) -> Replaced? {
        let found = try database.entries("WHERE id = ? AND deleted IS NULL", [.text(id)])
        guard let entry = found.first else { return nil }
        let replaced = Replaced(
            entry: entry, photo: try photo(at: entry.position, in: database),
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
    ]
}

/// The small picture of an entry.
public enum HistoryThumbnail {
    /// Width and height in pixels.
    public static let side = 200
    /// Thickness of the lines around the result, in pixels: lists show the picture at a third of its size.
    private static let lines = 1.0...4.0
    /// JPEG quality.
    static let quality = 80
    /// The gray value outside the photo.
    private static let ground: UInt8 = 128
    /// The margin on each side, as a share of the longer side.
    private static let margin = 0.08

    /// A square around `rect` with a small margin, at ``side`` pixels. Nothing is stretched; the square is gray beyond
    /// the photo.
    ///
    /// - Parameters:
    ///   - rect: in pixels of the upright picture; nil, or one outside the picture, means all of it.
    ///   - marks: closed lines in pixels of the picture, drawn before it is reduced.
    public static func crop(
        _ image: RGBImage, around rect: Rect?, marks: [(corners: [Point], color: Color)] = []
    ) -> RGBImage {
        let square = square(around: rect, in: image)
        var result = RGBImage(width: side, height: side, red: ground, green: ground, blue: ground)
        let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        guard let visible = square.intersection(whole) else { return result }
        let scale = Double(side) / square.width
        // When the picture is enlarged, lines are drawn afterward, so that they stay thin.
        let part = scale > 1 ? image.cropped(to: visible) : drawn(marks, on: image.cropped(to: visible), visible, scale)
        let left = pixel((visible.x - square.x) * scale)
        let top = pixel((visible.y - square.y) * scale)
        let right = max(left + 1, pixel((visible.maxX - square.x) * scale))
        let bottom = max(top + 1, pixel((visible.maxY - square.y) * scale))
        guard left < side, top < side else { return result }
        let small = part.resized(width: right - left, height: bottom - top)
        paste(scale > 1 ? drawn(marks, on: small, visible, scale) : small, at: (left, top), into: &result)
        return result
    }

    /// The small picture of a result as JPEG, about 10 kB.
    ///
    /// - Parameter image: the photo, at any size.
    static func jpeg(_ image: RGBImage, of result: some Analysis) throws(ImageError) -> [UInt8] {
        let scale = (Double(image.width) / Double(result.width), Double(image.height) / Double(result.height))
        let marks = result.thumbnailMarks.map { mark in
            (corners: mark.corners.map { $0.scaled(x: scale.0, y: scale.1) }, color: mark.color)
        }
        return try ImageEncoder.jpeg(
            crop(image, around: result.subject(in: image), marks: marks), quality: quality)
    }

    /// - Parameters:
    ///   - part: the visible part of the picture, at its own size or at that of the small picture.
    ///   - scale: of the small picture.
    private static func drawn(
        _ marks: [(corners: [Point], color: Color)], on part: RGBImage, _ visible: Rect, _ scale: Double
    ) -> RGBImage {
        guard !marks.isEmpty else { return part }
        let (x, y) = (Double(part.width) / visible.width, Double(part.height) / visible.height)
        var canvas = Canvas(part)
        for mark in marks {
            guard let bounds = Rect(around: mark.corners), visible.intersection(bounds) != nil else { continue }
            let corners = mark.corners.map { Point(x: ($0.x - visible.x) * x, y: ($0.y - visible.y) * y) }
            // Leaves some of a small thing visible inside its lines.
            let share = 0.3 * min(bounds.width, bounds.height) * scale
            let line = min(max(share, lines.lowerBound), lines.upperBound) * max(x / scale, 1)
            canvas.outline(corners, closed: true, Stroke(color: mark.color, thickness: line, rim: nil))
        }
        return canvas.image
    }

    private static func square(around rect: Rect?, in image: RGBImage) -> Rect {
        let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        guard let rect, rect.width > 0, rect.height > 0, let visible = rect.intersection(whole), visible.area > 0 else {
            let size = max(whole.width, whole.height, 1)
            return Rect(x: (whole.width - size) / 2, y: (whole.height - size) / 2, width: size, height: size)
        }
        let size = max(visible.width, visible.height) * (1 + 2 * margin)
        return Rect(x: visible.center.x - size / 2, y: visible.center.y - size / 2, width: size, height: size)
    }

    private static func pixel(_ position: Double) -> Int { min(max(Int(position.rounded()), 0), side) }

    private static func paste(_ part: RGBImage, at corner: (x: Int, y: Int), into image: inout RGBImage) {
        for row in 0..<min(part.height, side - corner.y) {
            let count = min(part.width, side - corner.x) * 3
            let source = row * part.width * 3
            let target = ((corner.y + row) * side + corner.x) * 3
            image.pixels.replaceSubrange(target..<(target + count), with: part.pixels[source..<(source + count)])
        }
    }
}
