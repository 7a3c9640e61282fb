import EspyStore
import EspySystem

extension Gallery {
    /// Adds a folder and its subfolders. Its photos are added by the next run of ``GalleryIndexer``.
    ///
    /// Returns the existing folder if it was added before. A folder inside another may be added, too: it stays when the
    /// outer one is removed.
    ///
    /// - Parameters:
    ///   - path: absolute. Links in it are resolved.
    ///   - time: seconds since 1970.
    @discardableResult
    public func addFolder(_ path: String, at time: Int) throws(GalleryError) -> GalleryFolder {
        guard path.hasPrefix("/") else { throw .folder(path: path, reason: "the path is not absolute") }
        let place = try FolderListing.at(path, mostEntries: 1).place
        try use { database in
            try database.change {
                try database.execute(
                    """
                    INSERT INTO folders (path, added) VALUES (?, ?)
                    ON CONFLICT (path) DO UPDATE SET state = 'ok'
                    """, [.text(place), .integer(time)])
                try assign(filesBelow: place)
            }
        }
        noteUserData()
        guard let folder = try folders().first(where: { $0.path == place }) else {
            throw .folder(path: path, reason: "it was removed meanwhile")
        }
        return folder
    }

    /// Removes a folder and the photos that are in no other one. The files are not changed, and corrections are kept in
    /// case they come back. A disk that is no longer connected can be removed alone, by its mount point.
    public func removeFolder(_ path: String) throws(GalleryError) {
        let place = Path.canonical(path)
        if try forgetDisk([path, place].compactMap(\.self)) { return }
        guard let folder = try folders().first(where: { $0.path == path || $0.path == place }) else {
            throw .folder(path: path, reason: "it is not in the gallery")
        }
        try use { database in
            try database.change {
                let others = try folderPaths(except: folder.id)
                if let outer = others.holder(of: folder.path)?.id {
                    try database.execute(
                        "UPDATE files SET folder = ? WHERE folder = ?", [.integer(outer), .integer(folder.id)])
                }
                let shared = try database.rows(
                    """
                    SELECT DISTINCT photo FROM files f WHERE folder = ?1 AND EXISTS (
                        SELECT 1 FROM files g WHERE g.photo = f.photo AND g.folder <> ?1)
                    """, [.integer(folder.id)]
                ) { try $0.integer(0) }
                try database.execute("DELETE FROM folders WHERE id = ?", [.integer(folder.id)])
                try database.execute(
                    """
                    DELETE FROM disks WHERE NOT EXISTS (
                        SELECT 1 FROM files WHERE files.path > disks.path || '/' AND files.path < disks.path || '0')
                    """)
                try forgetPassedOver()
                try removeOrphans()
                try renewWords(of: shared)
            }
        }
    }

    /// Deletes records of skipped files outside the remaining folders.
    private func forgetPassedOver() throws {
        let paths = try folderPaths()
        let folders = try database.rows("SELECT DISTINCT folder FROM passed_over") { row in
            try row.text(0)
        }
        for folder in folders where paths.holder(of: FolderPaths.start(of: folder) + "x") == nil {
            try database.execute("DELETE FROM passed_over WHERE folder = ?", [.text(folder)])
        }
    }

    /// - Parameter names: of one folder.
    /// - Returns: whether there was a missing disk.
    private func forgetDisk(_ names: [String]) throws(GalleryError) -> Bool {
        let away = try disks().filter { !MountedDisk.begins(at: $0) }
        guard let disk = away.first(where: names.contains), try !folders().contains(where: { $0.path == disk }) else {
            return false
        }
        let files = try use { database in
            try database.execute("DELETE FROM disks WHERE path = ?", [.text(disk)])
            return try database.rows(
                "SELECT id FROM files WHERE path = ? OR path > ? AND path < ?",
                [.text(disk), .text(FolderPaths.start(of: disk)), .text(FolderPaths.end(of: disk))]
            ) { try $0.integer(0) }
        }
        try forget(files)
        return true
    }

    /// All folders, sorted by path.
    public func folders() throws(GalleryError) -> [GalleryFolder] {
        try use { database in
            try database.rows(
                """
                SELECT f.id, f.path, f.added, f.state,
                    (SELECT count(photo) FROM files WHERE folder = f.id),
                    (SELECT count(problem) FROM files WHERE folder = f.id)
                FROM folders f ORDER BY f.path
                """
            ) { row in
                GalleryFolder(
                    id: try row.integer(0), path: try row.text(1), added: try row.integer(2),
                    state: GalleryFolder.State(rawValue: try row.text(3)) ?? .ok, photos: try row.integer(4),
                    problems: try row.integer(5))
            }
        }
    }

    /// The paths of all folders.
    func folderNames() throws(GalleryError) -> [String] {
        try use { database in
            try database.rows("SELECT path FROM folders ORDER BY path") { try $0.text(0) }
        }
    }

    func folderPaths(except id: Int? = nil) throws -> FolderPaths {
        let all = try database.rows("SELECT id, path FROM folders") { row in
            (id: try row.integer(0), path: try row.text(1))
        }
        return FolderPaths(all.filter { $0.id != id })
    }

    /// Assigns files to the innermost folder that contains them.
    private func assign(filesBelow path: String) throws {
        let paths = try folderPaths()
        let range: [Parameter] = [.text(FolderPaths.start(of: path)), .text(FolderPaths.end(of: path))]
        let files = try database.rows("SELECT id, path FROM files WHERE path >= ? AND path < ?", range) { row in
            (id: try row.integer(0), path: try row.text(1))
        }
        for file in files {
            guard let folder = paths.holder(of: file.path)?.id else { continue }
            try database.execute("UPDATE files SET folder = ? WHERE id = ?", [.integer(folder), .integer(file.id)])
        }
    }

    /// Removes photos without any file.
    func removeOrphans() throws {
        let orphans = try database.rows(
            "SELECT id FROM photos WHERE NOT EXISTS (SELECT 1 FROM files WHERE files.photo = photos.id)"
        ) { try $0.integer(0) }
        for photo in orphans {
            try GalleryText.remove(photo: photo, from: database)
            try database.execute("DELETE FROM photos WHERE id = ?", [.integer(photo)])
        }
    }

    /// Updates the search words of photos that lost a file; missing photos are ignored.
    func renewWords(of photos: [Int]) throws {
        for photo in Set(photos).sorted() {
            let isThere = try database.rows("SELECT 1 FROM photos WHERE id = ?", [.integer(photo)]) { _ in
                true
            }
            if !isThere.isEmpty { try GalleryText.write(photo: photo, to: database) }
        }
    }

    /// The known files below a folder, by path.
    func knownFiles(below folder: String) throws(GalleryError) -> [String: KnownFile] {
        try use { database in
            let rows = try database.rows(
                "SELECT path, id, size, modified, problem IS NOT NULL, sidecars FROM files WHERE path >= ? AND path < ?",
                [.text(FolderPaths.start(of: folder)), .text(FolderPaths.end(of: folder))]
            ) { row in
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

    /// The mount points seen so far.
    func disks() throws(GalleryError) -> [String] {
        try use { database in
            try database.rows("SELECT path FROM disks") { try $0.text(0) }
        }
    }

    /// Saves the state of folders and disks, and the unreadable paths in them.
    ///
    /// - Parameter top: where the scan started.
    func keep(_ scan: FolderScan, of top: String) throws(GalleryError) {
        try use { database in
            try database.change {
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

    private func keep(_ passedOver: [String: [PassedOver: Int]], below top: String) throws {
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

    /// Removes files, and the photos that are in no other file.
    ///
    /// - Parameter files: row ids. Some may be gone already.
    func forget(_ files: [Int]) throws(GalleryError) {
        try use { database in
            try database.change {
                var photos: [Int?] = []
                for file in files {
                    photos += try database.rows("DELETE FROM files WHERE id = ? RETURNING photo", [.integer(file)]) {
                        try $0.optionalInteger(0)
                    }
                }
                try removeOrphans()
                try renewWords(of: photos.compactMap(\.self))
            }
        }
    }

    /// Photos to analyze again, or without a small picture: one file of each.
    ///
    /// - Parameters:
    ///   - version: the current version of the analysis; `nil` without an analyzer.
    ///   - faceModel: the network that describes faces; `nil` unless people are recognized.
    func staleFiles(
        version: String?, faceModel: String?
    ) throws(GalleryError) -> [(file: FoundFile, hasPicture: Bool, isAnalyzed: Bool)] {
        try use { database in
            try database.rows(
                """
                SELECT f.path, f.size, f.modified, EXISTS (SELECT 1 FROM thumbnails t WHERE t.photo = p.id),
                    ?1 IS NULL OR p.analysis IS ?1
                FROM photos p JOIN files f ON f.id = (
                    SELECT min(g.id) FROM files g JOIN folders d ON d.id = g.folder
                    WHERE g.photo = p.id AND d.state = 'ok' AND NOT EXISTS (
                        SELECT 1 FROM disks k WHERE k.is_away AND g.path > k.path || '/' AND g.path < k.path || '0'))
                WHERE (?1 IS NOT NULL AND p.analysis IS NOT ?1 AND p.duration IS NULL)
                    OR (?2 IS NOT NULL AND p.face_model IS NOT ?2 AND p.duration IS NULL)
                    OR NOT EXISTS (SELECT 1 FROM thumbnails t WHERE t.photo = p.id)
                ORDER BY p.taken_source = 'file', p.taken DESC, p.id DESC
                """, [Parameter(version), Parameter(faceModel)]
            ) { row in
                let file = FoundFile(
                    path: try row.text(0), size: try row.integer(1), modified: try row.integer(2), sidecars: nil)
                return (file, hasPicture: try row.integer(3) == 1, isAnalyzed: try row.integer(4) == 1)
            }
        }
    }
}
