import EspyStore

extension Gallery {
    /// Makes the place of an archive a folder of the gallery.
    func addArchive(_ root: ArchiveRoot, at time: Int) throws(GalleryError) {
        let isThere = (try? FileStatus(path: root.path))?.kind == .folder
        let state: GalleryFolder.State = root.isRemote ? .remote : isThere ? .ok : .missing
        try use { (database) throws(StoreError) in
            // A million photos are spread over the whole file, in as many orders as there are indexes.
            _ = try database.execute("PRAGMA cache_size = -131072")
            _ = try database.execute("PRAGMA wal_autocheckpoint = 32768")
            _ = try database.execute(
                "INSERT INTO folders (path, added, state) VALUES (?, ?, ?) ON CONFLICT (path) DO NOTHING",
                [.text(root.path), .integer(time), .text(state.rawValue)])
        }
    }
}
