import EspyStore
import EspySystem

extension Gallery {
    /// The small picture of a photo as JPEG; `nil` if it is missing.
    public func thumbnail(of photo: Int) throws(GalleryError) -> [UInt8]? {
        // If the pack is compacted between the two steps, the second try finds the new place.
        for _ in 0..<2 {
            guard let place = try thumbnailPlace(of: photo) else { return nil }
            let bytes = try use { _ in try reader(of: place.pack)?.read(at: place.offset, count: place.length) }
            // All start like a JPEG: otherwise the file does not match the database.
            if let bytes, bytes.starts(with: [0xFF, 0xD8]) { return bytes }
            packReader = nil
        }
        return nil
    }

    private func thumbnailPlace(of photo: Int) throws(GalleryError) -> ThumbnailPlace? {
        try use { database in
            try database.rows(
                "SELECT photo, pack, offset, length FROM thumbnails WHERE photo = ?", [.integer(photo)],
                row: Self.place
            ).first
        }
    }

    static func place(_ row: borrowing Row) throws -> ThumbnailPlace { try ThumbnailPlace(row) }

    private func reader(of pack: Int) throws -> DiskFile? {
        if let packReader, packReader.number == pack { return packReader.file }
        guard let file = try? DiskFile(packPath(pack), for: .readingNoLink) else { return nil }
        packReader = (number: pack, file: file)
        return file
    }

    /// The files of small pictures are numbered; compacting makes a new one.
    nonisolated func packPath(_ number: Int) -> String { ThumbnailPack.path(of: path, number) }

    /// Prepares for saving photos, which only one process at a time may do.
    ///
    /// - Returns: the lock that excludes others; hold it until ``closePack()``.
    /// - Throws: `store(.locked)` while another process saves.
    func beginSaving() throws(GalleryError) -> FileLock {
        do {
            let lock = try FileLock.hold(path + "-indexing")
            try openPack()
            return lock
        } catch {
            throw GalleryError(error)
        }
    }

    /// Prepares for writing small pictures.
    ///
    /// Removes rows that refer to missing parts of the file, because it was deleted or truncated; their photos get new
    /// pictures.
    private func openPack() throws(GalleryError) {
        packWriter = try use { database in
            let number =
                try database.rows("SELECT ifnull(max(pack), 0) FROM thumbnails") { try $0.integer(0) }.first ?? 0
            // Left by a process that was killed while compacting.
            for other in [number - 1, number + 1] where other >= 0 { try Files.remove(packPath(other)) }
            let file = try DiskFile(packPath(number), for: .changing)
            try database.execute(
                "DELETE FROM thumbnails WHERE pack <> ? OR offset + length > ?",
                [.integer(number), .integer(try file.status().size)])
            let end =
                try database.rows("SELECT ifnull(max(offset + length), 0) FROM thumbnails") { try $0.integer(0) }.first
                ?? 0
            return try ThumbnailPack(file: file, number: number, end: end)
        }
    }

    /// Closes the file that ``openPack()`` opened.
    func closePack() { packWriter = nil }

    /// Smaller files are not worth compacting.
    private static let leastBytes = 1 << 20

    /// Removes the gaps between small pictures when they make up more than half of the file. Nothing else may write to
    /// it meanwhile.
    func compactPack() throws(GalleryError) {
        guard let old = packWriter else { return }
        let places = try use { database in
            try database.rows(
                "SELECT photo, pack, offset, length FROM thumbnails ORDER BY offset", row: Self.place)
        }
        let live = places.reduce(0) { $0 + $1.length }
        guard old.end > Self.leastBytes, live < old.end / 2 else { return }
        packWriter = try use { database in
            let path = packPath(old.number + 1)
            try Files.remove(path)
            var new = try ThumbnailPack(file: try DiskFile(path, for: .changing), number: old.number + 1, end: 0)
            var moved: [(photo: Int, offset: Int)] = []
            for place in places {
                guard let bytes = try old.file.read(at: place.offset, count: place.length) else { continue }
                moved.append((place.photo, try new.append(bytes)))
            }
            try new.sync()
            try database.change {
                for place in moved {
                    try database.execute(
                        "UPDATE thumbnails SET pack = ?, offset = ? WHERE photo = ?",
                        [.integer(new.number), .integer(place.offset), .integer(place.photo)])
                }
                try database.execute("DELETE FROM thumbnails WHERE pack <> ?", [.integer(new.number)])
            }
            return new
        }
        packReader = nil
        // Processes that have it open can go on reading; others that open it look again.
        try use { _ in try Files.remove(old.file.path) }
    }
}
