import EspyCodecs
import EspyStore

/// What is known of one photo that was found, to show it and to say why.
struct PhotoFacts {
    let photo: GalleryPhoto
    let tags: [PhotoTag]
    let colors: [ColorShare]
    let place: (latitude: Double, longitude: Double)?
    let camera: String?
    let lens: String?
    /// How many; nil where nobody looked for them.
    let faces: Int?
    /// Pieces of basic words as the full-text index has them, by the name of their column.
    let words: [(column: String, pieces: [Substring])]

    static func read(
        _ id: Int, from database: Database, _ corrections: TagCorrections
    ) throws(StoreError) -> PhotoFacts? {
        let tags = try EffectiveTags.read(id, from: database, corrections)
        let rows = try database.query(
            """
            SELECT width, height, taken, placeholder, latitude, longitude,
                (SELECT path FROM files WHERE photo = photos.id ORDER BY path LIMIT 1), rating, camera, lens, faces,
                taken_detail
            FROM photos WHERE id = ?
            """, [.integer(id)]
        ) { (row) throws(StoreError) in
            let photo = GalleryPhoto(
                id: id, path: try row.optionalText(6) ?? "", width: try row.integer(0), height: try row.integer(1),
                taken: try row.integer(2), takenDetail: try row.optionalText(11).flatMap(PhotoTime.Detail.init),
                placeholder: row.isNull(3) ? [] : try row.bytes(3),
                tags: tags.prefix(3).map(\.name), rating: try row.optionalInteger(7))
            let place = row.isNull(4) || row.isNull(5) ? nil : (try row.real(4), try row.real(5))
            return (photo, place, try row.optionalText(8), try row.optionalText(9), try row.optionalInteger(10))
        }
        guard let (photo, place, camera, lens, faces) = rows.first else { return nil }
        let colors = try database.query(
            "SELECT color, share FROM photo_colors WHERE photo = ? ORDER BY share DESC", [.integer(id)]
        ) { (row) throws(StoreError) in (try row.text(0), try row.real(1)) }
        return PhotoFacts(
            photo: photo, tags: tags,
            colors: colors.compactMap { color in ColorName(rawValue: color.0).map { .init(name: $0, share: color.1) } },
            place: place, camera: camera, lens: lens, faces: faces, words: try readWords(id, from: database))
    }

    /// What is printed on the photo.
    static let textColumn = "text on it"

    private static func readWords(_ id: Int, from database: Database) throws(StoreError) -> [(String, [Substring])] {
        let names = ["file name", "folder", "title", "description", "camera", textColumn, "code"]
        let rows = try database.query(
            "SELECT name, folder, title, description, camera, text, code FROM photo_words WHERE rowid = ?",
            [.integer(id)]
        ) { (row) throws(StoreError) in
            try names.indices.map { (column) throws(StoreError) in try row.optionalText(column) ?? "" }
        }
        guard let texts = rows.first else { return [] }
        return zip(names, texts).map { ($0, $1.split(separator: " ")) }
    }
}
