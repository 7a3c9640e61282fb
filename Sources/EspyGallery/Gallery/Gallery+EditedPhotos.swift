import EspyStore

extension Gallery {
    /// A file that was edited holds another photo than before, by its bytes; to the person it is the same. What they said
    /// of it goes along, where the new photo shows the same shot: another photo may have got the old name.
    ///
    /// - Parameters:
    ///   - old: the photo that was in the file until now.
    ///   - new: the one that is, analyzed if it will be.
    func carryOver(from old: Int?, to new: Int) throws(StoreError) {
        guard let old, old != new, let before = try look(of: old), let after = try look(of: new) else { return }
        guard before.isEdited(into: after) else { return }
        for (table, columns) in [("corrections", "tag, is_right, time"), ("ratings", "rating, time")] {
            try database.execute(
                """
                INSERT OR IGNORE INTO \(table) (digest, \(columns))
                SELECT (SELECT digest FROM photos WHERE id = ?), \(columns) FROM \(table)
                WHERE digest = (SELECT digest FROM photos WHERE id = ?)
                """, [.integer(new), .integer(old)])
        }
        try Ratings.apply(to: new, in: database)
    }

    private func look(of photo: Int) throws(StoreError) -> PhotoLook? {
        try database.query(
            """
            SELECT fingerprint, width, height, taken, iif(taken_detail IS NULL, taken_source, ''), camera FROM photos
            WHERE id = ?
            """, [.integer(photo)]
        ) { (row) throws(StoreError) in
            PhotoLook(
                id: photo, fingerprint: UInt64(bitPattern: Int64(try row.optionalInteger(0) ?? 0)),
                width: try row.integer(1), height: try row.integer(2),
                taken: min(max(try row.integer(3), -1 << 40), 1 << 40), isTimeSure: try row.text(4) == "exif",
                camera: try row.optionalText(5))
        }.first
    }
}

extension PhotoLook {
    /// Whether the other may have been made of this one: of the same moment by the camera's clock, or so alike that it is
    /// the same shot. Cropping changes the look, and not the moment; many editors keep that.
    fileprivate func isEdited(into other: PhotoLook) -> Bool {
        if isTimeSure, other.isTimeSure { return taken == other.taken && camera == other.camera }
        guard fingerprint != 0, other.fingerprint != 0 else { return false }
        return PerceptualHash.leastDistance(fingerprint, other.fingerprint) <= HashPairs.mostBits
    }
}
