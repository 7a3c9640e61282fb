import EspyStore

extension Gallery {
    /// What is known of some photos: lines of JSON as those of ``export(_:)``. Photos that are not there are left out.
    public func exported(_ photos: [Int]) throws(GalleryError) -> [String] {
        try searching { (run) throws(GalleryError) in
            try GalleryError.store { () throws(StoreError) in
                let reader = ExportReader(database: run.database, corrections: run.index.corrections)
                var lines: [String] = []
                for photo in photos where run.index.slots[photo] != nil {
                    if let photo = try reader.photo(photo) { lines.append(ExportText.line(.photo(photo))) }
                }
                return lines
            }
        }
    }
}
