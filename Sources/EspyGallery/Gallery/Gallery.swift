public import EspyStore
import EspySystem

/// A photo library: which photos are in the folders that were added, what is on them, and how to find them.
///
/// Photos are only ever read. All that is known of them is in one database file, with the small pictures in another
/// beside it; deleting both loses tags and albums, never a photo. Several processes may use one gallery at once: one
/// that indexes, any number that search.
public actor Gallery {
    let database: Database
    /// What searching keeps in memory.
    let index: SearchIndex
    /// What tells the meaning of words; nil: words find what has them.
    let texts: TextMeaning?
    /// The database file.
    public nonisolated let path: String
    /// The file with small pictures, opened to read.
    var packReader: (number: Int, file: DiskFile)?
    /// The same, while photos are indexed.
    var packWriter: ThumbnailPack?
    /// Whether a copy of what people said was written a moment ago, and whether they said more since.
    var (restsFromCopying, hasSaidMore) = (false, false)

    /// Opens the database, or makes it if there is none. Its folder must exist.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for other processes.
    ///   - reading: only looks, so that a disk that is full or may not be written to is no hindrance; ``refusal`` says
    ///     so, and is the error of each change. For short work alone.
    ///   - texts: finds photos by what the words of a query mean. Nil: by what is said of them alone.
    ///   - places: what the places of photos are called. Nil: by their degrees alone.
    ///   - foreign: what tags and colors are called in other languages. Nil: they are found in English alone.
    public init(
        path: String, patience: Duration = .seconds(5), reading: Bool = false, texts: TextMeaning? = nil,
        places: PlaceNames? = nil, foreign: ForeignWords? = nil
    ) throws(GalleryError) {
        (self.path, self.texts) = (path, texts)
        index = SearchIndex(places, foreign)
        do {
            try Self.checkIsNoRemnant(path)
            database = try (reading ? Database.reading : Database.init)(
                path, GallerySchema.identity, GallerySchema.migrations, patience)
            if database.refusal == nil { try GalleryText.fill(database) }
        } catch {
            throw GalleryError(error)
        }
    }

    /// Why nothing can be changed, where it was opened to be read alone; nil where it can.
    public var refusal: StoreError? { database.refusal }

    /// The file with the small pictures of all photos.
    nonisolated var packPath: String { packPath(0) }

    /// Runs work on the database, and makes its errors those of the gallery.
    func use<Value>(_ work: (Database) throws -> Value) throws(GalleryError) -> Value {
        do {
            return try work(database)
        } catch StoreError.statement(let reason) {
            throw .store(.corrupt(path: database.path, reason: reason))
        } catch {
            throw GalleryError(error)
        }
    }
}

extension Gallery {
    /// - Parameter analysis: the version of the analysis that photos should have; without it, any will do.
    public func status(analysis: String? = nil) throws(GalleryError) -> GalleryStatus {
        try use { database in
            let passedOver = try passedOver()
            let rows = try database.rows(
                """
                SELECT (SELECT count(*) FROM folders), (SELECT count(*) FROM photos), count(photo), count(problem),
                    (SELECT count(*) FROM photos WHERE analysis IS NULL OR analysis <> ifnull(?, analysis))
                FROM files
                """, [Parameter(analysis)]
            ) { row in
                GalleryStatus(
                    folders: try row.integer(0), photos: try row.integer(1), files: try row.integer(2),
                    problems: try row.integer(3), waiting: try row.integer(4), passedOver: passedOver)
            }
            guard let status = rows.first else {
                throw StoreError.corrupt(path: database.path, reason: "nothing was counted")
            }
            return status
        }
    }

    private func passedOver() throws -> [PassedOver: Int] {
        let rows = try database.rows("SELECT reason, sum(count) FROM passed_over GROUP BY reason") { row in
            (PassedOver(rawValue: try row.text(0)), try row.integer(1))
        }
        return Dictionary(rows.compactMap { reason, count in reason.map { ($0, count) } }) { $0 + $1 }
    }

    /// Files and folders that cannot be read, in the order of their paths.
    ///
    /// - Parameters:
    ///   - after: the last path of the part before.
    ///   - limit: at most so many.
    public func problems(after: String = "", limit: Int = 1_000) throws(GalleryError) -> [GalleryProblem] {
        try use { database in
            try database.rows(
                "SELECT path, problem FROM files WHERE problem IS NOT NULL AND path > ? ORDER BY path LIMIT ?",
                [.text(after), .integer(max(limit, 0))]
            ) { row in GalleryProblem(path: try row.text(0), reason: try row.text(1)) }
        }
    }
}
