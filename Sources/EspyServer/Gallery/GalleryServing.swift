package import Espy
package import EspyHTTP

/// The photo library of the user, as the server needs it.
///
/// Photos are named by their numbers. What is found is given in the order in which it is shown, newest first unless the
/// query asks for another.
package protocol GalleryServing: Sendable {
    /// Its folders, how much is in them, and how far the indexer is. There may be no library yet: that is no error.
    func state() async throws(Problem) -> LibraryState

    /// - Parameter query: in the words of the search box; empty for all photos.
    func photos(_ query: String, offset: Int, limit: Int) async throws(Problem) -> GalleryPage
    /// How many photos there are of each month, in the order of ``photos(_:offset:limit:)``. Empty where that is not by
    /// time.
    func timeline(_ query: String) async throws(Problem) -> [LibraryMonth]
    /// What could narrow a query, with counts of photos within it.
    func facets(_ query: String) async throws(Problem) -> [LibraryFacet]
    /// What somebody who types may mean.
    /// - Parameter cursor: how many characters stand before the cursor.
    func suggestions(_ typed: String, cursor: Int) async throws(Problem) -> [LibrarySuggestion]
    /// Where photos of a query were taken; those without a place are left out.
    func places(_ query: String) async throws(Problem) -> [LibraryPlace]

    func details(_ photo: Int) async throws(Problem) -> LibraryDetails
    /// The small picture, as JPEG or WebP.
    func thumbnail(_ photo: Int) async throws(Problem) -> [UInt8]

    /// Says that a tag is right or wrong, for all of these photos or, when one is unknown, for none.
    /// - Returns: what was said before, and of which photos.
    func say(_ verdict: TagVerdict, of tag: String, on photos: [Int]) async throws(Problem) -> [TagVerdict: [Int]]

    /// Rates photos: all of them or, when one is unknown, none.
    /// - Parameter rating: from 0 to 5; nil lets the file count.
    /// - Returns: how people had rated them before.
    func rate(_ photos: [Int], _ rating: Int?) async throws(Problem) -> [Int?: [Int]]

    /// Learns a tag from photos that have it.
    /// - Parameter progress: is told the share that is done, on no particular thread.
    func teach(
        _ tag: String, examples: [Int], progress: @escaping @Sendable (Double) -> Void
    ) async throws(Problem) -> TaughtTag
    func taughtTags() async throws(Problem) -> [TaughtTag]
    /// Forgets a tag that was taught.
    func forget(_ tag: String) async throws(Problem)

    func albums() async throws(Problem) -> [LibraryAlbum]
    func addAlbum(_ name: String, query: String) async throws(Problem) -> LibraryAlbum
    /// - Parameter name: the new one; nil keeps it, as with the query.
    func changeAlbum(_ album: String, name: String?, query: String?) async throws(Problem) -> LibraryAlbum
    func removeAlbum(_ album: String) async throws(Problem)

    func duplicates() async throws(Problem) -> [LibraryDuplicates]
    /// Files that could not be read.
    func problems() async throws(Problem) -> [LibraryProblem]

    /// One line of JSON for each photo, given to `sink` one after the other, without the line break.
    func export(
        _ what: LibraryExport, to sink: @escaping @Sendable (String) throws(Problem) -> Void
    ) async throws(Problem)

    func addFolder(_ path: String) async throws(Problem) -> LibraryFolder
    func removeFolder(_ folder: Int) async throws(Problem)
    /// Halts the indexer, or lets it go on.
    func setPaused(_ isPaused: Bool) async throws(Problem)
    /// How far the indexer is, at once and whenever that changes.
    func progress() async throws(Problem) -> AsyncStream<LibraryProgress>
}

/// Which photos are written to a file.
package enum LibraryExport: Sendable, Equatable {
    case query(String)
    case photos([Int])
}
