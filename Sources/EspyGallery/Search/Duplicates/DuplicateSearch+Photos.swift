import EspyStore

extension DuplicateSearch {
    /// Photos with several files of the same bytes.
    static let exactQuery =
        "SELECT photo FROM files WHERE photo IS NOT NULL GROUP BY photo HAVING count(*) > 1"

    /// All photos with another like them: the same bytes, or the same shot.
    static func photos(_ index: SearchIndex, _ database: Database) throws(StoreError) -> PhotoBits {
        var found = index.duplicates?.found
        if found == nil || index.duplicates?.state != index.state {
            found = try DuplicateSearch.read(index, database).find()
        }
        if let found { index.duplicates = DuplicateSets(state: index.state, found: found) }
        var bits = index.bits(ofPhotos: try database.integers(exactQuery))
        bits.formUnion(index.bits(ofPhotos: (found?.sameShot ?? []).joined()))
        return bits
    }
}
