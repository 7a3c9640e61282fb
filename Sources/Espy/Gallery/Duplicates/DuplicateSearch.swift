import EspyStore

/// Finds photos that are there more than once.
struct DuplicateSearch {
    let index: SearchIndex
    let database: Database

    /// All that have another like them.
    func photos() throws(StoreError) -> PhotoBits {
        index.bits(
            ofPhotos: try database.integers(
                "SELECT photo FROM files WHERE photo IS NOT NULL GROUP BY photo HAVING count(*) > 1"))
    }
}
