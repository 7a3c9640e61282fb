public import EspyImage
import EspyStore
import Foundation

/// What was found before: results with their settings and a small picture each, in one file.
///
/// The newest ``limit`` counts are kept, and as many favorites and racks as the user likes. What ``add(_:of:title:at:)``
/// has returned is on the disk: it survives the end of the process at any moment. Several processes may use one file
/// at once.
public actor History {
    /// Counts that are no favorites: when one more is added, the oldest goes.
    public static let limit = 100

    let database: Database

    /// Opens the file, or makes it if there is none. Its folder must exist.
    ///
    /// - Parameter patience: how long to wait for other processes.
    public init(path: String, patience: Duration = .seconds(5)) throws(HistoryError) {
        do throws(StoreError) {
            database = try Database(
                path: path, identity: HistorySchema.identity, migrations: HistorySchema.migrations, patience: patience)
        } catch {
            throw .store(error)
        }
    }

    /// Keeps a count.
    ///
    /// - Parameters:
    ///   - image: the photo, at any size, of which a picture of ``Count/representative`` is kept.
    ///   - title: name of the photo.
    ///   - time: seconds since 1970.
    @discardableResult
    public func add(
        _ count: Count, of image: RGBImage, title: String, at time: Int
    )
        throws(HistoryError) -> HistoryEntry
    {
        var slim = count
        slim.detections = []
        let (x, y) = (Double(image.width) / Double(count.width), Double(image.height) / Double(count.height))
        let new = NewEntry(
            kind: .count, time: time, title: title, count: count.count, range: count.range,
            parameters: .count(count.parameters), json: try Self.json(slim),
            detections: PackedDetections.pack(count.detections),
            thumbnail: try Self.thumbnail(of: image, around: count.representative?.rect.scaled(x: x, y: y)))
        return try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                let entry = try new.insert(into: database)
                try Self.trim(database)
                return entry
            }
        }
    }

    /// Keeps a rack.
    ///
    /// - Parameters:
    ///   - options: what it was read with.
    ///   - image: the photo, of which a picture of the whole box is kept.
    ///   - title: name of the photo.
    ///   - time: seconds since 1970.
    @discardableResult
    public func add(
        _ rack: Rack, options: RackOptions, of image: RGBImage, title: String, at time: Int
    )
        throws(HistoryError) -> HistoryEntry
    {
        let new = NewEntry(
            kind: .rack, time: time, title: title, count: rack.vials.count, rows: rack.rows, cols: rack.cols,
            parameters: .rack(options), json: try Self.json(rack),
            thumbnail: try Self.thumbnail(of: image, around: rack.outline?.bounds))
        return try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in try new.insert(into: database) }
        }
    }

    /// Lets the oldest counts go that are more than ``limit``. By order of adding: clocks are set back sometimes.
    private static func trim(_ database: Database) throws(StoreError) {
        try database.execute(
            """
            DELETE FROM entry WHERE kind = 'count' AND favorite = 0 AND position NOT IN (
                SELECT position FROM entry WHERE kind = 'count' AND favorite = 0 ORDER BY position DESC LIMIT ?)
            """, [.integer(limit)])
    }

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

    private static func thumbnail(of image: RGBImage, around rect: Rect?) throws(HistoryError) -> [UInt8] {
        do throws(ImageError) {
            return try HistoryThumbnail.jpeg(image, around: rect)
        } catch {
            throw .thumbnail(error)
        }
    }

    private static func json(_ value: some Encodable) throws(HistoryError) -> String {
        guard let text = HistoryJSON.text(value) else { throw .notStorable }
        return text
    }
}
