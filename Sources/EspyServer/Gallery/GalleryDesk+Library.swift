import Espy
package import EspyHTTP

extension GalleryDesk {
    package nonisolated func state() async throws(Problem) -> LibraryState {
        let progress = await indexing?.progress()
        return try await find(or: LibraryState(folders: [], photos: 0, problems: 0, indexing: nil)) {
            (gallery) throws(GalleryError) in
            let status = try await gallery.status()
            return LibraryState(
                folders: try await gallery.folders().map(LibraryFolder.init), photos: status.photos,
                problems: status.problems, indexing: progress)
        }
    }

    package nonisolated func problems() async throws(Problem) -> [LibraryProblem] {
        try await find(or: []) { (gallery) throws(GalleryError) in
            try await gallery.problems().map { LibraryProblem(path: $0.path, reason: $0.reason) }
        }
    }

    package nonisolated func addFolder(_ path: String) async throws(Problem) -> LibraryFolder {
        let folder = try await use(making: true) { [now] (gallery) throws(GalleryError) in
            LibraryFolder(try await gallery.addFolder(path, at: now()))
        }
        await indexing?.wake()
        return folder
    }

    package nonisolated func removeFolder(_ folder: Int) async throws(Problem) {
        let isKnown = try await use { (gallery) throws(GalleryError) in
            guard let known = try await gallery.folders().first(where: { $0.id == folder }) else { return false }
            try await gallery.removeFolder(known.path)
            return true
        }
        guard isKnown else { throw .notFound }
        await indexing?.wake()
    }

    package nonisolated func setPaused(_ isPaused: Bool) async throws(Problem) {
        guard let indexing else { throw .noLibrary }
        await indexing.setPaused(isPaused)
    }

    package nonisolated func progress() async throws(Problem) -> AsyncStream<LibraryProgress> {
        guard let indexing else { return AsyncStream { $0.finish() } }
        return await indexing.changes()
    }
}

extension LibraryFolder {
    init(_ folder: GalleryFolder) {
        let state: State =
            switch folder.state {
            case .ok: .ok
            case .missing: .missing
            case .denied: .denied
            }
        self.init(id: folder.id, path: folder.path, state: state, photos: folder.photos)
    }
}
