import Espy
import EspyHTTP

extension GalleryService {
    /// - Parameter query: in the words of the search box; empty for all photos.
    nonisolated func photos(_ query: String, offset: Int, limit: Int) async throws(HTTPProblem) -> GalleryPage {
        try await find(or: GalleryPage(total: 0, sure: 0, revision: "", hits: [])) { [now] gallery in
            try await gallery.search(query, offset: offset, limit: limit, now: now())
        }
    }

    /// How many photos that fit for sure there are of each month, in the order of ``photos(_:offset:limit:)``. Nil where
    /// that is not by time.
    nonisolated func timeline(_ query: String) async throws(HTTPProblem) -> [GalleryMonth]? {
        try await find(or: []) { [now] gallery in try await gallery.timeline(query, now: now()) }
    }

    /// What could narrow a query, with counts of photos within it.
    nonisolated func facets(_ query: String) async throws(HTTPProblem) -> GalleryFacets? {
        try await find(or: nil) { [now] gallery in
            try await gallery.facets(query, limit: 40, now: now())
        }
    }

    /// What somebody who types may mean.
    /// - Parameter cursor: how many characters stand before the cursor.
    nonisolated func suggestions(
        _ typed: String, cursor: Int, language: String?
    ) async throws(HTTPProblem) -> [GallerySuggestion] {
        try await find(or: []) { [now] gallery in
            try await gallery.suggestions(typed, cursor: cursor, language: language, now: now())
        }
    }

    /// Where photos of a query were taken; those without a place are left out.
    nonisolated func places(_ query: String) async throws(HTTPProblem) -> [GalleryPlace] {
        try await find(or: []) { [now] gallery in try await gallery.places(query, now: now()) }
    }

    /// Photos that show the same, with all that is known of each.
    nonisolated func duplicates() async throws(HTTPProblem) -> [(
        kind: DuplicateGroup.Kind, photos: [GalleryPhotoDetails]
    )] {
        try await find(or: []) { gallery in
            var groups: [(kind: DuplicateGroup.Kind, photos: [GalleryPhotoDetails])] = []
            for group in try await gallery.duplicates() {
                var photos: [GalleryPhotoDetails] = []
                for photo in group.photos {
                    if let details = try await gallery.details(of: photo.id) { photos.append(details) }
                }
                groups.append((group.kind, photos))
            }
            return groups
        }
    }
}

extension GalleryService {
    /// Which photos are written to a file.
    enum Selection: Sendable, Equatable {
        case query(String)
        case photos([Int])
    }

    /// One line of JSON for each photo, given to `sink` one after the other, without the line break.
    nonisolated func export(
        _ what: Selection, to sink: @escaping @Sendable (String) throws(HTTPProblem) -> Void
    ) async throws(HTTPProblem) {
        // A connection of its own: it may take a while, and nobody is to wait for it.
        guard let gallery = try open() else { throw .noLibrary }
        switch what {
        case .photos(let photos): try await Self.write(photos, of: gallery, to: sink)
        case .query(let query) where query.allSatisfy(\.isWhitespace): try await Self.writeAll(of: gallery, to: sink)
        case .query(let query):
            var offset = 0
            while !Task.isCancelled {
                let page = try await photos(query, offset: offset, limit: Gallery.longestPage)
                try await Self.write(page.hits.map(\.photo.id), of: gallery, to: sink)
                offset += page.hits.count
                if page.hits.isEmpty || offset >= page.total { return }
            }
        }
    }

    private static func write(
        _ photos: [Int], of gallery: Gallery, to sink: @Sendable (String) throws(HTTPProblem) -> Void
    ) async throws(HTTPProblem) {
        for start in stride(from: 0, to: photos.count, by: 200) {
            let part = Array(photos[start..<min(start + 200, photos.count)])
            let lines: [String]
            do { lines = try await gallery.exported(part) } catch { throw HTTPProblem(error) }
            for line in lines { try sink(line) }
        }
    }

    /// With albums and what people said, so that it can be taken over by another library.
    private static func writeAll(
        of gallery: Gallery, to sink: @escaping @Sendable (String) throws(HTTPProblem) -> Void
    ) async throws(HTTPProblem) {
        do throws(GalleryExportError<HTTPProblem>) {
            try await gallery.export(sink)
        } catch {
            switch error {
            case .gallery(let error): throw HTTPProblem(error)
            case .writing(let problem): throw problem
            }
        }
    }
}
