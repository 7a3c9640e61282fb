import EspyCodecs
import EspyPixels
import EspyStore

/// Whether to store pictures of whole photos with results, and the space they may take.
public enum HistoryPhotos: Sendable, Equatable {
    /// The photo is not stored.
    case none
    /// A picture of at most ``longSide`` pixels is stored; all of them together take at most `limit` bytes.
    case small(limit: Int)
    /// The photo is already stored: its picture moves unchanged to the entry that replaces another.
    case asBefore

    /// The longer side of a stored picture, in pixels.
    public static let longSide = 2_048
    /// JPEG quality: a hundred photos of 12 megapixels take less than 20 MB, and are read and counted as before
    /// (docs/decisions/0047-kept-photos.md). Fewer pixels would be worse: letters on spines become unreadable first.
    static let quality = 60
}

/// The picture of a whole photo that is stored with an entry.
///
/// It is made from pixels only: the photo's metadata, such as place and camera, is left out.
public struct HistoryPhoto: Sendable, Equatable {
    public var jpeg: [UInt8]
    /// In pixels; the photo itself may have been larger.
    public var width: Int
    public var height: Int

    public init(jpeg: [UInt8], width: Int, height: Int) {
        (self.jpeg, self.width, self.height) = (jpeg, width, height)
    }

    /// - Parameter image: the photo at any size.
    init(_ image: RGBImage) throws(ImageError) {
        let small = image.fitted(longSide: HistoryPhotos.longSide)
        self.init(
            jpeg: try ImageEncoder.jpeg(small, quality: HistoryPhotos.quality, isProgressive: true),
            width: small.width, height: small.height)
    }

    /// The space taken by the pictures of a history.
    public struct Room: Sendable, Equatable, Encodable {
        /// The number of pictures.
        public var photos: Int
        public var bytes: Int

        public init(photos: Int = 0, bytes: Int = 0) { (self.photos, self.bytes) = (photos, bytes) }
    }
}

extension History {
    /// The picture of an entry's photo, by its full identifier; nil if none is stored.
    public func photo(_ id: String) throws(HistoryError) -> HistoryPhoto? {
        let entry = try entry(exactly: id)
        return try use { (database) throws(StoreError) in try Self.photo(at: entry.position, in: database) }
    }

    /// The size in pixels of the stored picture of an entry's photo, without reading it; nil if none is stored.
    public func photoSize(of entry: HistoryEntry) throws(HistoryError) -> (width: Int, height: Int)? {
        try use { (database) throws(StoreError) in
            try database.query("SELECT width, height FROM photo WHERE position = ?", [.integer(entry.position)]) {
                (row) throws(StoreError) in (try row.integer(0), try row.integer(1))
            }.first
        }
    }

    /// The space taken by all pictures of photos.
    public func photoRoom() throws(HistoryError) -> HistoryPhoto.Room {
        try use { (database) throws(StoreError) in
            try database.query("SELECT count(*), coalesce(sum(bytes), 0) FROM photo") { (row) throws(StoreError) in
                HistoryPhoto.Room(photos: try row.integer(0), bytes: try row.integer(1))
            }.first ?? HistoryPhoto.Room()
        }
    }

    /// Deletes all pictures of photos, and frees their space. Results, corrections and small pictures stay.
    ///
    /// - Returns: the space that they took.
    @discardableResult
    public func forgetPhotos() throws(HistoryError) -> HistoryPhoto.Room {
        let room = try photoRoom()
        _ = try use { (database) throws(StoreError) in try database.execute("DELETE FROM photo") }
        // They are already deleted: a full disk or another reader only prevents the file from shrinking.
        try? use { (database) throws(StoreError) in try database.compact() }
        return room
    }

    static func photo(at position: Int, in database: Database) throws(StoreError) -> HistoryPhoto? {
        try database.query("SELECT jpeg, width, height FROM photo WHERE position = ?", [.integer(position)]) {
            (row) throws(StoreError) in
            HistoryPhoto(jpeg: try row.bytes(0), width: try row.integer(1), height: try row.integer(2))
        }.first
    }

    static func keep(_ photo: HistoryPhoto, at position: Int, in database: Database) throws(StoreError) {
        try database.execute(
            "INSERT INTO photo (position, width, height, bytes, jpeg) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(position), .integer(photo.width), .integer(photo.height), .integer(photo.jpeg.count),
                .bytes(photo.jpeg),
            ])
    }

    /// Deletes pictures until the rest fits into `limit` bytes: first those of deleted entries, then the oldest, those
    /// of favorites last. Oldest by order of adding, as for entries.
    static func trimPhotos(_ database: Database, limit: Int) throws(StoreError) {
        try database.execute(
            """
            DELETE FROM photo WHERE position IN (
                SELECT position FROM (
                    SELECT position, sum(bytes) OVER (
                        ORDER BY deleted IS NOT NULL, favorite DESC, position DESC) AS room
                    FROM photo JOIN entry USING (position))
                WHERE room > ?)
            """, [.integer(limit)])
    }
}
