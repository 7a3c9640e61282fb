import EspyStore

extension Gallery {
    /// What is known of the files below a folder, by path.
    func knownFiles(below folder: String) throws(GalleryError) -> [String: KnownFile] {
        try use { (database) throws(StoreError) in
            let rows = try database.query(
                "SELECT path, id, size, modified, problem IS NOT NULL, sidecars FROM files WHERE path >= ? AND path < ?",
                [.text(FolderPaths.start(of: folder)), .text(FolderPaths.end(of: folder))]
            ) { (row) throws(StoreError) in
                (
                    try row.text(0),
                    KnownFile(
                        id: try row.integer(1), size: try row.integer(2), modified: try row.integer(3),
                        isProblem: try row.integer(4) != 0, sidecarState: try row.optionalText(5))
                )
            }
            return Dictionary(rows, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Where other disks began when they were met.
    func disks() throws(GalleryError) -> [String] {
        try use { (database) throws(StoreError) in
            try database.query("SELECT path FROM disks") { (row) throws(StoreError) in try row.text(0) }
        }
    }

    /// Keeps how folders and disks were found, and the paths in them that cannot become photos.
    ///
    /// - Parameter top: where the scan began.
    func keep(_ scan: FolderScan, of top: String) throws(GalleryError) {
        try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                for (path, isAway) in scan.disks {
                    try database.execute(
                        "INSERT OR REPLACE INTO disks (path, is_away) VALUES (?, ?)", [.text(path), Parameter(isAway)])
                }
                for (path, state) in scan.states {
                    try database.execute(
                        "UPDATE folders SET state = ? WHERE path = ? AND state <> ?1",
                        [.text(state.rawValue), .text(path)])
                }
                try keep(scan.passedOver, below: top)
                let folders = try folderPaths()
                for problem in scan.problems {
                    guard let folder = folders.holder(of: problem.path)?.id else { continue }
                    try database.execute(
                        """
                        INSERT INTO files (folder, path, size, modified, problem) VALUES (?, ?, 0, 0, ?)
                        ON CONFLICT (path) DO UPDATE SET problem = excluded.problem, photo = NULL, size = 0, modified = 0
                        """, [.integer(folder), .text(problem.path), .text(problem.reason)])
                }
            }
        }
    }

    private func keep(_ passedOver: [String: [PassedOver: Int]], below top: String) throws(StoreError) {
        try database.execute(
            "DELETE FROM passed_over WHERE folder = ? OR folder >= ? AND folder < ?",
            [.text(top), .text(FolderPaths.start(of: top)), .text(FolderPaths.end(of: top))])
        for (folder, reasons) in passedOver {
            for (reason, count) in reasons {
                try database.execute(
                    "INSERT OR REPLACE INTO passed_over (folder, reason, count) VALUES (?, ?, ?)",
                    [.text(folder), .text(reason.rawValue), .integer(count)])
            }
        }
    }

    /// Forgets files, and the photos that are in no other.
    ///
    /// - Parameter files: numbers of rows. Some may be gone already.
    func forget(_ files: [Int]) throws(GalleryError) {
        try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                var photos: [Int?] = []
                for file in files {
                    photos += try database.query("DELETE FROM files WHERE id = ? RETURNING photo", [.integer(file)]) {
                        (row) throws(StoreError) in try row.optionalInteger(0)
                    }
                }
                try removeOrphans()
                try renewWords(of: photos.compactMap(\.self))
            }
        }
    }
}
