public import EspyStore
import EspySystem

/// A photo library: the photos in the added folders, what they show, and how to find them.
///
/// Photos are only read, never changed. All data about them is in one database file, with the small pictures in another
/// beside it; deleting both loses tags and albums, but no photo. Several processes may use one gallery at once: one to
/// index, any number to search.
public actor Gallery {
    let database: Database
    /// The in-memory search index.
    let index: SearchIndex
    /// Embeds texts for search by meaning; nil for search by words only.
    let texts: TextEmbedder?
    /// The database file.
    public nonisolated let path: String
    /// The file with small pictures, opened for reading.
    var packReader: (number: Int, file: DiskFile)?
    /// The file with small pictures, opened for writing while photos are indexed.
    var packWriter: ThumbnailPack?
    /// Whether a copy of the user's data was written a moment ago, and whether it has changed since.
    var (restsFromCopying, hasNewUserData) = (false, false)
    /// The latest changes of people, by number, to undo them.
    var peopleChanges: [Int: (before: PeopleBefore, people: [Int], made: Int?)] = [:]
    var lastPeopleChange = 0

    /// Opens the database, or creates it. Its folder must exist.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for other processes.
    ///   - reading: never writes, so that a full or read-only disk is not a problem; ``refusal`` is then the error of
    ///     each change. Only for short work.
    ///   - texts: finds photos by the meaning of the query's words. Nil: by their data only.
    ///   - places: names of places. Nil: they have coordinates only.
    ///   - foreign: names of tags and colors in other languages. Nil: English only.
    public init(
        path: String, patience: Duration = .seconds(5), reading: Bool = false, texts: TextEmbedder? = nil,
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

    /// Why changes are not possible, if it was opened for reading only; otherwise nil.
    public var refusal: StoreError? { database.refusal }

    /// The file with the small pictures of all photos.
    nonisolated var packPath: String { packPath(0) }

    /// Runs work on the database, and converts its errors to ``GalleryError``.
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
    /// - Parameter analysis: the version that photos should be analyzed with; without it, any is fine.
    public func status(analysis: String? = nil) throws(GalleryError) -> GalleryStatus {
        try use { database in
            let passedOver = try passedOver()
            let rows = try database.rows(
                """
                SELECT (SELECT count(*) FROM folders), (SELECT count(*) FROM photos), count(photo), count(problem),
                    (SELECT count(*) FROM photos
                        WHERE duration IS NULL AND (analysis IS NULL OR analysis <> ifnull(?, analysis)))
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

    /// Files and folders that cannot be read, sorted by path.
    ///
    /// - Parameters:
    ///   - after: the last path of the previous page.
    ///   - limit: maximum number of results.
    public func problems(after: String = "", limit: Int = 1_000) throws(GalleryError) -> [GalleryProblem] {
        try use { database in
            try database.rows(
                "SELECT path, problem FROM files WHERE problem IS NOT NULL AND path > ? ORDER BY path LIMIT ?",
                [.text(after), .integer(max(limit, 0))]
            ) { row in GalleryProblem(path: try row.text(0), reason: try row.text(1)) }
        }
    }
}
