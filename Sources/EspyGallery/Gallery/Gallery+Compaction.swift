import EspyStore

extension Gallery {
    /// Below this, gaps do no harm.
    private static let leastBytes = 1 << 20

    /// Takes out the gaps between small pictures when they are more than half of the file. Nothing else may write to
    /// it meanwhile.
    func compactPack() throws(GalleryError) {
        guard let old = packWriter else { return }
        let places = try use { (database) throws(StoreError) in
            try database.query(
                "SELECT photo, pack, offset, length FROM thumbnails ORDER BY offset", row: Self.place)
        }
        let live = places.reduce(0) { $0 + $1.length }
        guard old.end > Self.leastBytes, live < old.end / 2 else { return }
        packWriter = try use { (database) throws(StoreError) in
            let path = packPath(old.number + 1)
            try FilePlace.remove(path)
            var new = try ThumbnailPack(file: try PackFile(path: path), number: old.number + 1, end: 0)
            var moved: [(photo: Int, offset: Int)] = []
            for place in places {
                guard let bytes = try old.file.read(at: place.offset, count: place.length) else { continue }
                moved.append((place.photo, try new.append(bytes)))
            }
            try new.sync()
            try database.transaction { () throws(StoreError) in
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
        // Whoever has it open reads on; whoever opens it looks again.
        try use { (_) throws(StoreError) in try FilePlace.remove(old.file.path) }
    }
}
