import EspyStore

extension Gallery {
    /// Photos that are to be analyzed again, or that lack a small picture: one file of each.
    ///
    /// - Parameter version: what the analysis should be; `nil` when none can be made.
    func staleFiles(version: String?) throws(GalleryError) -> [FoundFile] {
        try use { (database) throws(StoreError) in
            try database.query(
                """
                SELECT f.path, f.size, f.modified FROM photos p JOIN files f ON f.id = (
                    SELECT min(g.id) FROM files g JOIN folders d ON d.id = g.folder
                    WHERE g.photo = p.id AND d.state = 'ok' AND NOT EXISTS (
                        SELECT 1 FROM disks k WHERE k.is_away AND g.path > k.path || '/' AND g.path < k.path || '0'))
                WHERE (?1 IS NOT NULL AND p.analysis IS NOT ?1)
                    OR NOT EXISTS (SELECT 1 FROM thumbnails t WHERE t.photo = p.id)
                ORDER BY p.taken DESC, p.id DESC
                """, [Parameter(version)]
            ) { (row) throws(StoreError) in
                FoundFile(
                    path: try row.text(0), size: try row.integer(1), modified: try row.integer(2), sidecars: nil)
            }
        }
    }
}
