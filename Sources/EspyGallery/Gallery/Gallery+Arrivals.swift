import EspyBase
import EspyStore
import EspySystem

/// A file that a device sent into the library.
public struct GalleryArrival: Sendable, Equatable, Codable {
    /// The name of the device; nil for this machine.
    public let by: String?
    /// In seconds since 1970.
    public let time: Int

    package init(by: String?, time: Int) { (self.by, self.time) = (by, time) }
}

/// A file that a device sent, which may not be indexed yet.
struct SentFile: Codable, Equatable {
    /// SHA-256, in hexadecimal.
    let digest: String
    /// Where it lies now.
    let path: String
    /// Its length.
    let bytes: Int
    let arrival: GalleryArrival
}

extension Gallery {
    /// Remembers which device sent a file, which may not be indexed yet.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 of the file.
    ///   - path: where it is now.
    ///   - bytes: its size.
    package func note(
        _ arrival: GalleryArrival, of digest: [UInt8], at path: String, bytes: Int
    ) throws(GalleryError) {
        let file = SentFile(digest: Hexadecimal.text(digest), path: path, bytes: bytes, arrival: arrival)
        try use { database in try Self.note(file, in: database) }
        noteUserData()
    }

    /// Of the same file, the first one counts.
    static func note(_ file: SentFile, in database: Database) throws {
        guard let digest = Hexadecimal.bytes(file.digest) else { return }
        let (by, time) = (file.arrival.by, file.arrival.time)
        try database.execute(
            """
            INSERT INTO arrivals (digest, path, bytes, sender, time) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (digest) DO UPDATE SET path = excluded.path
            """, [.bytes(digest), .text(file.path), .integer(file.bytes), Parameter(by), .integer(time)])
    }

    /// Whether a file is in a folder of the gallery.
    package func holds(_ path: String) throws(GalleryError) -> Bool {
        try use { _ in try folderPaths().holder(of: path) != nil }
    }

    /// Returns which of these files are on this machine: in a folder of the gallery, or where they were stored on
    /// arrival. Files on a disconnected disk count.
    ///
    /// - Parameter digests: SHA-256 of files.
    package func files(_ digests: [[UInt8]]) throws(GalleryError) -> Set<[UInt8]> {
        try use { database in
            var found: Set<[UInt8]> = []
            for digest in digests {
                let files = try database.rows(
                    """
                    SELECT f.path, p.bytes, d.state FROM photos p JOIN files f ON f.photo = p.id
                        JOIN folders d ON d.id = f.folder
                    WHERE p.digest = ?1 AND d.state <> 'remote'
                    UNION ALL SELECT path, bytes, 'ok' FROM arrivals WHERE digest = ?1
                    """, [.bytes(digest)]
                ) { (path: try $0.text(0), bytes: try $0.integer(1), state: try $0.text(2)) }
                // A file that has changed since almost always has another size.
                if files.contains(where: { $0.state != "ok" || Files.size($0.path) == $0.bytes }) {
                    found.insert(digest)
                }
            }
            return found
        }
    }

    /// The device that sent a photo's file; nil for one that arrived in another way.
    func arrival(of photo: Int) throws -> GalleryArrival? {
        try database.rows(
            "SELECT a.sender, a.time FROM photos p JOIN arrivals a ON a.digest = p.digest WHERE p.id = ?",
            [.integer(photo)]
        ) { GalleryArrival(by: try $0.optionalText(0), time: try $0.integer(1)) }.first
    }
}
