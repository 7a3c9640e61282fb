package import Espy
package import EspyHTTP

/// What is answered where there is no library yet: nothing is there, and nothing can be changed.
package struct NoGallery: GalleryServing {
    package init() {}

    package func state() -> LibraryState { LibraryState(folders: [], photos: 0, problems: 0, indexing: nil) }

    package func photos(_: String, offset: Int, limit: Int) -> GalleryPage {
        GalleryPage(total: 0, revision: "", hits: [])
    }

    package func timeline(_: String) -> [LibraryMonth] { [] }
    package func facets(_: String) -> [LibraryFacet] { [] }
    package func suggestions(_: String, cursor: Int) -> [LibrarySuggestion] { [] }
    package func places(_: String) -> [LibraryPlace] { [] }

    package func details(_: Int) throws(Problem) -> LibraryDetails { throw .notFound }
    package func thumbnail(_: Int) throws(Problem) -> [UInt8] { throw .notFound }
    package func say(_: TagVerdict, of tag: String, on _: [Int]) throws(Problem) -> [TagVerdict: [Int]] {
        throw .notFound
    }
    package func rate(_: [Int], _: Int?) throws(Problem) -> [Int?: [Int]] { throw .notFound }
    package func teach(
        _: String, examples _: [Int], progress _: @escaping @Sendable (Double) -> Void
    ) throws(Problem) -> TaughtTag { throw .noLibrary }
    package func taughtTags() -> [TaughtTag] { [] }
    package func forget(_: String) throws(Problem) { throw .notFound }

    package func albums() -> [LibraryAlbum] { [] }
    package func addAlbum(_: String, query: String) throws(Problem) -> LibraryAlbum { throw .noLibrary }
    package func changeAlbum(_: String, name: String?, query: String?) throws(Problem) -> LibraryAlbum {
        throw .notFound
    }
    package func removeAlbum(_: String) throws(Problem) { throw .notFound }

    package func duplicates() -> [LibraryDuplicates] { [] }
    package func problems() -> [LibraryProblem] { [] }

    package func export(
        _: LibraryExport, to sink: @escaping @Sendable (String) throws(Problem) -> Void
    ) {}

    package func addFolder(_: String) throws(Problem) -> LibraryFolder { throw .noLibrary }
    package func removeFolder(_: Int) throws(Problem) { throw .notFound }
    package func setPaused(_: Bool) throws(Problem) { throw .noLibrary }
    package func progress() -> AsyncStream<LibraryProgress> { AsyncStream { $0.finish() } }
}

extension Problem {
    package static let noLibrary = Problem(
        409, "no-library", "There is no photo library yet.", detail: "add a folder with espy gallery add FOLDER")
}
