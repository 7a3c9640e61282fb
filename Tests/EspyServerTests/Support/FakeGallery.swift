import Espy
import EspyHTTP
import EspyServer
import Foundation
import Synchronization

/// A library in memory: photos by number, of which each second one shows a dog.
final class FakeGallery: GalleryServing {
    struct State {
        var folders: [LibraryFolder] = []
        /// The files of each photo.
        var files: [Int: [LibraryDetails.File]] = [:]
        var corrections: [String: Bool] = [:]
        var ratings: [Int: Int] = [:]
        var taught: [TaughtTag] = []
        var albums: [LibraryAlbum] = []
        var isPaused = false
    }

    private let library: Mutex<State>

    init(folders: [LibraryFolder] = [], files: [Int: [LibraryDetails.File]] = [:]) {
        library = Mutex(State(folders: folders, files: files))
    }

    /// A library of one folder with photos that are not there.
    static func photos(_ count: Int, in folder: String = "/home/me/Pictures") -> FakeGallery {
        FakeGallery(
            folders: [LibraryFolder(id: 1, path: folder, state: .ok, photos: count)],
            files: Dictionary(
                uniqueKeysWithValues: (1...count).map { ($0, [.init(path: "\(folder)/\($0).jpg", folder: folder)]) }))
    }

    func state() -> LibraryState {
        library.withLock { state in
            let progress = LibraryProgress(
                phase: "reading", done: 3, total: 9, rate: 2.5, secondsLeft: 2,
                pausedBecause: state.isPaused ? "user" : nil, trouble: "/home/me/models is not there")
            return LibraryState(
                folders: state.folders, photos: state.files.count, problems: 1,
                indexing: state.folders.isEmpty ? nil : progress)
        }
    }

    func photos(_ query: String, offset: Int, limit: Int) throws(Problem) -> GalleryPage {
        if query == "(" { throw .unprocessable("a bracket is not closed") }
        let found = found(query)
        let hits = found.dropFirst(offset).prefix(limit).map { id in
            GalleryHit(photo: photo(id), score: 1, why: query.isEmpty ? [] : ["dog 90 %"])
        }
        return GalleryPage(total: found.count, revision: "1", hits: Array(hits))
    }

    private func found(_ query: String) -> [Int] {
        let all = library.withLock { Array($0.files.keys) }.sorted(by: >)
        return query.isEmpty ? all : query == "dog" ? all.filter { $0.isMultiple(of: 2) } : []
    }

    func photo(_ id: Int) -> GalleryPhoto {
        let path = library.withLock { $0.files[id]?.first?.path } ?? ""
        return GalleryPhoto(
            id: id, path: path, width: 400, height: 300, taken: 1_700_000_000 + 86_400 * id,
            placeholder: [1, 2, 3, UInt8(truncatingIfNeeded: id)], tags: id.isMultiple(of: 2) ? ["dog"] : [],
            rating: library.withLock { $0.ratings[id] })
    }

    func timeline(_ query: String) -> [LibraryMonth] {
        [LibraryMonth(year: 2024, month: 5, count: found(query).count)]
    }

    func facets(_: String) -> [LibraryFacet] { [LibraryFacet(kind: "tag", name: "dog", count: 3, term: "tag:dog")] }

    func suggestions(_ typed: String, cursor: Int) -> [LibrarySuggestion] {
        [LibrarySuggestion(query: "\(typed.prefix(cursor))og", text: "dog", kind: "tag", count: 3)]
    }

    func places(_: String) -> [LibraryPlace] {
        library.withLock { Array($0.files.keys) }.sorted().map {
            LibraryPlace(photo: $0, latitude: Double($0 % 90) / 2, longitude: Double($0 % 997) / 7)
        }
    }

    func details(_ photo: Int) throws(Problem) -> LibraryDetails {
        guard let files = library.withLock({ $0.files[photo] }) else { throw .notFound }
        let right = library.withLock { $0.corrections }
        let added = right.filter(\.value).keys.sorted().map {
            PhotoTag(name: $0, category: .own, confidence: 1, source: PhotoTag.Source.user)
        }
        return LibraryDetails(
            photo: self.photo(photo), bytes: 1_234, format: "jpeg", kind: "photo", takenSource: "exif",
            camera: "Canon EOS", rating: 4, place: LibraryPlace(photo: photo, latitude: 48.1, longitude: 11.6),
            tags: added, removed: right.filter { !$0.value }.keys.sorted(),
            colors: [ColorShare(name: .blue, share: 0.4)], files: files)
    }

    func thumbnail(_ photo: Int) throws(Problem) -> [UInt8] {
        guard library.withLock({ $0.files[photo] }) != nil, let bytes = try? Pictures.jpeg(width: 64, height: 48) else {
            throw .notFound
        }
        return bytes
    }

    func say(_ verdict: TagVerdict, of tag: String, on photos: [Int]) throws(Problem) -> [TagVerdict: [Int]] {
        let isKnown = library.withLock { state in photos.allSatisfy { state.files[$0] != nil } }
        guard isKnown else { throw .notFound }
        return library.withLock { state in
            let before: TagVerdict = state.corrections[tag].map { $0 ? .right : .wrong } ?? .nothing
            state.corrections[tag] = verdict == .nothing ? nil : verdict == .right
            return [before: photos]
        }
    }

    func rate(_ photos: [Int], _ rating: Int?) throws(Problem) -> [Int?: [Int]] {
        let isKnown = library.withLock { state in photos.allSatisfy { state.files[$0] != nil } }
        guard isKnown else { throw .notFound }
        return library.withLock { state in
            let before = Dictionary(grouping: photos) { state.ratings[$0] }
            for photo in photos { state.ratings[photo] = rating }
            return before
        }
    }

    func teach(
        _ tag: String, examples: [Int], progress: @escaping @Sendable (Double) -> Void
    ) throws(Problem) -> TaughtTag {
        if examples.count < 5 { throw .unprocessable("5 examples are needed, and \(examples.count) can be used") }
        progress(0.5)
        let taught = TaughtTag(name: tag, precision: 0.9, recall: 1, count: 12)
        library.withLock { $0.taught.append(taught) }
        return taught
    }

    func taughtTags() -> [TaughtTag] { library.withLock { $0.taught } }

    func forget(_ tag: String) throws(Problem) {
        let isKnown = library.withLock { state in
            defer { state.taught.removeAll { $0.name == tag } }
            return state.taught.contains { $0.name == tag }
        }
        guard isKnown else { throw .notFound }
    }

    func albums() -> [LibraryAlbum] { library.withLock { $0.albums } }

    func addAlbum(_ name: String, query: String) -> LibraryAlbum {
        let album = LibraryAlbum(id: name, name: name, query: query, count: 3, cover: photo(2), group: "own")
        library.withLock { $0.albums.append(album) }
        return album
    }

    func changeAlbum(_ album: String, name: String?, query: String?) throws(Problem) -> LibraryAlbum {
        let changed = library.withLock { state -> LibraryAlbum? in
            guard let at = state.albums.firstIndex(where: { $0.id == album }) else { return nil }
            if let name { state.albums[at].name = name }
            if let query { state.albums[at].query = query }
            return state.albums[at]
        }
        guard let changed else { throw .notFound }
        return changed
    }

    func removeAlbum(_ album: String) { library.withLock { $0.albums.removeAll { $0.id == album } } }

    func duplicates() -> [LibraryDuplicates] {
        let copies = ["/home/me/Pictures/a.jpg", "/home/me/Pictures/b.jpg"]
        return [.init(kind: "exact", photos: [.init(id: 1, width: 400, height: 300, bytes: 5, paths: copies)])]
    }

    func problems() -> [LibraryProblem] { [.init(path: "/home/me/Pictures/bad.jpg", reason: "it ends too early")] }

    func export(_ what: LibraryExport, to sink: @escaping @Sendable (String) throws(Problem) -> Void) throws(Problem) {
        let ids = if case .photos(let ids) = what { ids } else { found("") }
        for id in ids { try sink("{\"id\":\(id)}") }
    }

    func addFolder(_ path: String) throws(Problem) -> LibraryFolder {
        let folder = LibraryFolder(id: 7, path: path, state: .ok, photos: 0)
        library.withLock { $0.folders.append(folder) }
        return folder
    }

    func removeFolder(_ folder: Int) { library.withLock { $0.folders.removeAll { $0.id == folder } } }

    func setPaused(_ isPaused: Bool) { library.withLock { $0.isPaused = isPaused } }

    func progress() -> AsyncStream<LibraryProgress> {
        AsyncStream { continuation in
            continuation.yield(LibraryProgress(phase: "reading", done: 3, total: 9))
            continuation.yield(LibraryProgress(phase: "idle", done: 9, total: 9))
            continuation.finish()
        }
    }
}
