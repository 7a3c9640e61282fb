import Espy
package import EspyHTTP

extension GalleryDesk {
    package nonisolated func albums() async throws(Problem) -> [LibraryAlbum] {
        try await find(or: []) { [now] (gallery) throws(GalleryError) in
            try await gallery.albums(now: now()).map(LibraryAlbum.init)
        }
    }

    package nonisolated func addAlbum(_ name: String, query: String) async throws(Problem) -> LibraryAlbum {
        try await find(or: nil) { [now] (gallery) throws(GalleryError) -> LibraryAlbum? in
            LibraryAlbum(try await gallery.saveAlbum(name, query: query, now: now()))
        }.orThrow(.noLibrary)
    }

    package nonisolated func changeAlbum(
        _ album: String, name: String?, query: String?
    ) async throws(Problem) -> LibraryAlbum {
        let known = try await own(album)
        return try await use { [now] (gallery) throws(GalleryError) in
            var changed = known
            if let name, name != known.name {
                changed = LibraryAlbum(try await gallery.renameAlbum(known.name, to: name))
            }
            if let query { changed = LibraryAlbum(try await gallery.saveAlbum(changed.name, query: query, now: now())) }
            return changed
        }
    }

    package nonisolated func removeAlbum(_ album: String) async throws(Problem) {
        let known = try await own(album)
        try await use { (gallery) throws(GalleryError) in try await gallery.deleteAlbum(known.name) }
    }

    /// Those that the library makes by itself cannot be changed: they are not there to be.
    private nonisolated func own(_ id: String) async throws(Problem) -> LibraryAlbum {
        try await albums().first { $0.id == id && $0.group == GalleryAlbum.Kind.own.rawValue }.orThrow(.notFound)
    }
}

extension LibraryAlbum {
    init(_ album: GalleryAlbum) {
        self.init(
            id: album.id, name: album.name, query: album.query, count: album.count, cover: album.cover,
            group: album.kind.rawValue)
    }
}

extension Optional where Wrapped: Sendable {
    func orThrow(_ problem: Problem) throws(Problem) -> Wrapped {
        guard let self else { throw problem }
        return self
    }
}
