import EspyStore

/// What albums are made of.
enum AlbumQueries {
    /// The query of an album that somebody saved; nil when there is none of this name.
    static func query(of name: String, in database: Database) throws(GalleryError) -> String? {
        try GalleryError.store { () throws(StoreError) in
            try database.query("SELECT query FROM smart_albums WHERE name = ?", [.text(name)]) {
                (row) throws(StoreError) in try row.text(0)
            }.first
        }
    }
}
