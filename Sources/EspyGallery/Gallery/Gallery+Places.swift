import EspyStore

extension Gallery {
    /// Where the photos that are found were taken, as far as they say so; in no particular order.
    ///
    /// - Parameter now: seconds since 1970, by the clock of the place.
    public func places(_ text: String, now: Int) throws(GalleryError) -> [GalleryPlace] {
        let query = try GalleryQuery.reading(text)
        return try searching { (run) throws(GalleryError) in
            let plan = try run.planner.shown(query)
            return try GalleryError.store { () throws(StoreError) in
                let found = try run.photos(plan)
                return try PhotoPlaces(run.database).photos
                    .filter { photo in run.index.slots[photo.id].map { found.contains($0) } ?? false }
                    .map { GalleryPlace(photo: $0.id, latitude: $0.latitude, longitude: $0.longitude) }
            }
        }
    }

    /// Tags that a person said are wrong for a photo, by name.
    public func rejectedTags(of photo: Int) throws(GalleryError) -> [String] {
        try use { (database) throws(StoreError) in
            try database.query(
                """
                SELECT c.tag FROM photos p JOIN corrections c ON c.digest = p.digest
                WHERE p.id = ? AND c.is_right = 0 ORDER BY c.tag
                """, [.integer(photo)]
            ) { (row) throws(StoreError) in try row.text(0) }
        }
    }
}

/// Where a photo was taken.
public struct GalleryPlace: Sendable, Equatable, Codable {
    /// Number of the photo.
    public let photo: Int
    /// Degrees, north positive.
    public let latitude: Double
    /// Degrees, east positive.
    public let longitude: Double
}
