import Espy
import EspyApp
import EspyHTTP

extension GalleryService {
    /// The state of the whole photo library.
    struct State: Sendable {
        var folders: [GalleryFolder] = []
        /// Nil if there is no library yet.
        var status: GalleryStatus?
        /// Nil if this process does not index.
        var indexing: IndexingState?
    }

    /// Returns the state of the library. A library that does not exist yet is not an error.
    nonisolated func state() async throws(HTTPProblem) -> State {
        let indexing = await indexing?.progress()
        return try await find(or: State()) { gallery in
            let status = try await gallery.status()
            return State(folders: try await gallery.folders(), status: status, indexing: indexing)
        }
    }

    /// Files that could not be read.
    nonisolated func problems() async throws(HTTPProblem) -> [GalleryProblem] {
        try await find(or: []) { gallery in try await gallery.problems() }
    }

    nonisolated func addFolder(_ path: String) async throws(HTTPProblem) -> GalleryFolder {
        let folder = try await use(making: true) { [now] gallery in
            let folder = try await gallery.addFolder(path, at: now())
            try await SamplePhotos.giveWay(in: gallery)
            return folder
        }
        await indexing?.wake()
        return folder
    }

    /// Adds the sample photos to an empty library.
    nonisolated func addSamples() async throws(HTTPProblem) -> GalleryFolder {
        let folder = try await use(making: true) { [now] gallery in try await SamplePhotos.add(to: gallery, at: now()) }
        guard let folder else { throw .noSamples }
        await indexing?.wake()
        return folder
    }

    nonisolated func removeFolder(_ folder: Int) async throws(HTTPProblem) {
        let isKnown = try await use { gallery in
            guard let known = try await gallery.folders().first(where: { $0.id == folder }) else { return false }
            try await gallery.removeFolder(known.path)
            return true
        }
        guard isKnown else { throw .notFound }
        await indexing?.wake()
    }

    /// Pauses or resumes the indexer.
    nonisolated func setPace(_ pace: IndexingPace) async throws(HTTPProblem) {
        guard let indexing else { throw .noLibrary }
        await indexing.setPace(pace)
    }

    /// Reports the indexer's progress now and after each change.
    nonisolated func progress() async throws(HTTPProblem) -> AsyncStream<IndexingState> {
        guard let indexing else { return AsyncStream { $0.finish() } }
        return await indexing.changes()
    }
}

extension GalleryService {
    nonisolated func albums() async throws(HTTPProblem) -> [GalleryAlbum] {
        try await find(or: []) { [now] gallery in try await gallery.albums(now: now()) }
    }

    nonisolated func addAlbum(_ name: String, query: String) async throws(HTTPProblem) -> GalleryAlbum {
        try await find(or: nil) { [now] (gallery) -> GalleryAlbum? in
            try await gallery.saveAlbum(name, query: query, now: now())
        }.orThrow(.noLibrary)
    }

    /// - Parameter name: The new name. As with the query, nil keeps the old one.
    nonisolated func changeAlbum(
        _ album: String, name: String?, query: String?
    ) async throws(HTTPProblem) -> GalleryAlbum {
        let known = try await own(album)
        return try await use { [now] gallery in
            var changed = known
            if let name, name != known.name { changed = try await gallery.renameAlbum(known.name, to: name) }
            if let query { changed = try await gallery.saveAlbum(changed.name, query: query, now: now()) }
            return changed
        }
    }

    nonisolated func removeAlbum(_ album: String) async throws(HTTPProblem) {
        let known = try await own(album)
        try await use { gallery in try await gallery.deleteAlbum(known.name) }
    }

    /// Returns an album of the user. Throws “not found” for automatic albums, which cannot be changed.
    private nonisolated func own(_ id: String) async throws(HTTPProblem) -> GalleryAlbum {
        try await albums().first { $0.id == id && $0.kind == .own }.orThrow(.notFound)
    }
}

extension Optional where Wrapped: Sendable {
    func orThrow(_ problem: HTTPProblem) throws(HTTPProblem) -> Wrapped {
        guard let self else { throw problem }
        return self
    }
}
