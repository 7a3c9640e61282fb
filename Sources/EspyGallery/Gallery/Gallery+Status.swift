import EspyStore

extension Gallery {
    /// - Parameter analysis: the version of the analysis that photos should have; without it, any will do.
    public func status(analysis: String? = nil) throws(GalleryError) -> GalleryStatus {
        try use { (database) throws(StoreError) in
            let passedOver = try passedOver()
            let rows = try database.query(
                """
                SELECT (SELECT count(*) FROM folders), (SELECT count(*) FROM photos), count(photo), count(problem),
                    (SELECT count(*) FROM photos WHERE analysis IS NULL OR analysis <> ifnull(?, analysis))
                FROM files
                """, [Parameter(analysis)]
            ) { (row) throws(StoreError) in
                GalleryStatus(
                    folders: try row.integer(0), photos: try row.integer(1), files: try row.integer(2),
                    problems: try row.integer(3), waiting: try row.integer(4), passedOver: passedOver)
            }
            guard let status = rows.first else { throw .corrupt(path: database.path, reason: "nothing was counted") }
            return status
        }
    }

    private func passedOver() throws(StoreError) -> [PassedOver: Int] {
        let rows = try database.query("SELECT reason, sum(count) FROM passed_over GROUP BY reason") {
            (row) throws(StoreError) in (PassedOver(rawValue: try row.text(0)), try row.integer(1))
        }
        return Dictionary(rows.compactMap { reason, count in reason.map { ($0, count) } }) { $0 + $1 }
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
