import EspyStore

extension PhotoCodes {
    /// Those that the gallery has of a photo, as they were found.
    static func read(_ photo: Int, from database: Database) throws(StoreError) -> [PhotoCode] {
        try database.query(
            "SELECT symbology, value FROM photo_codes WHERE photo = ? ORDER BY place", [.integer(photo)]
        ) { (row) throws(StoreError) -> PhotoCode? in
            guard let symbology = PhotoCode.Symbology(rawValue: try row.text(0)) else { return nil }
            return PhotoCode(symbology: symbology, value: try row.text(1))
        }.compactMap { $0 }
    }
}
