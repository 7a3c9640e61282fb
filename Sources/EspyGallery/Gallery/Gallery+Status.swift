import EspyStore

extension Gallery {
    /// - Parameter analysis: the version of the analysis that photos should have; without it, any will do.
    public func status(analysis: String? = nil) throws(GalleryError) -> GalleryStatus {
        try use { (database) throws(StoreError) in
            let rows = try database.query(
                """
                SELECT (SELECT count(*) FROM folders), (SELECT count(*) FROM photos), count(photo), count(problem),
                    (SELECT count(*) FROM photos WHERE analysis IS NULL OR analysis <> ifnull(?, analysis))
                FROM files
                """, [Parameter(analysis)]
            ) { (row) throws(StoreError) in
                GalleryStatus(
                    folders: try row.integer(0), photos: try row.integer(1), files: try row.integer(2),
                    problems: try row.integer(3), waiting: try row.integer(4))
            }
            guard let status = rows.first else { throw .corrupt(path: database.path, reason: "nothing was counted") }
            return status
        }
    }

    /// Files and folders that cannot be read, in the order of their paths.
    ///
    /// - Parameters:
    ///   - after: the last path of the part before.
    ///   - limit: at most so many.
    public func problems(after: String = "", limit: Int = 1_000) throws(GalleryError) -> [GalleryProblem] {
        try use { (database) throws(StoreError) in
            try database.query(
                "SELECT path, problem FROM files WHERE problem IS NOT NULL AND path > ? ORDER BY path LIMIT ?",
                [.text(after), .integer(max(limit, 0))]
            ) { (row) throws(StoreError) in GalleryProblem(path: try row.text(0), reason: try row.text(1)) }
        }
    }
}
