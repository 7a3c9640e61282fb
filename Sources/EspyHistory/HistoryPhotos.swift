import EspyCodecs
import EspyPixels
import EspyStore

/// Whether pictures of whole photos are kept with results, and how much room they may take.
public enum HistoryPhotos: Sendable, Equatable {
    /// The photo is not kept.
    case none
    /// A picture of at most ``longSide`` pixels is; all of them together take at most so many bytes.
    case small(limit: Int)
    /// Looked at was what is kept already: it stays with the entry that takes the place of another, as it is.
    case asBefore

    /// Of the longer side of a kept picture, in pixels.
    public static let longSide = 2_048
    /// Quality of the JPEG: a hundred photos of 12 megapixels take less than 20 MB, and are read and counted as before
    /// (docs/decisions/0047-kept-photos.md). Fewer pixels would cost more: letters on spines go first.
    static let quality = 60
}

/// The picture of a whole photo that is kept with an entry.
///
/// It is made of pixels alone: where and with what a photo was taken does not get into it.
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

    /// How much room the pictures of a history take.
    public struct Room: Sendable, Equatable, Encodable {
        /// How many pictures there are.
        public var photos: Int
        public var bytes: Int

        public init(photos: Int = 0, bytes: Int = 0) { (self.photos, self.bytes) = (photos, bytes) }
    }
}

extension History {
    /// The picture of the photo of an entry, by its whole identifier; nil where none is kept.
    public func photo(_ id: String) throws(HistoryError) -> HistoryPhoto? {
        let entry = try entry(exactly: id)
        return try use { (database) throws(StoreError) in try Self.photo(at: entry.position, in: database) }
    }

    /// Whether a picture of the photo of an entry is kept, and how large it is in pixels: without reading it.
    public func photoSize(of entry: HistoryEntry) throws(HistoryError) -> (width: Int, height: Int)? {
        try use { (database) throws(StoreError) in
            try database.query("SELECT width, height FROM photo WHERE position = ?", [.integer(entry.position)]) {
                (row) throws(StoreError) in (try row.integer(0), try row.integer(1))
            }.first
        }
    }

    /// How much room all pictures of photos take.
    public func photoRoom() throws(HistoryError) -> HistoryPhoto.Room {
        try use { (database) throws(StoreError) in
            try database.query("SELECT count(*), coalesce(sum(bytes), 0) FROM photo") { (row) throws(StoreError) in
                HistoryPhoto.Room(photos: try row.integer(0), bytes: try row.integer(1))
            }.first ?? HistoryPhoto.Room()
        }
    }

    /// Lets all pictures of photos go, and gives their space back. Results, corrections and small pictures stay.
    ///
    /// - Returns: what they took.
    @discardableResult
    public func forgetPhotos() throws(HistoryError) -> HistoryPhoto.Room {
        let room = try photoRoom()
        _ = try use { (database) throws(StoreError) in try database.execute("DELETE FROM photo") }
        // They are gone already: a full disk or another reader only keeps the file from shrinking.
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

    /// Lets pictures go until the others fit into so many bytes: first those of deleted entries, then the oldest, those
    /// of favorites last. By order of adding, as entries go.
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
