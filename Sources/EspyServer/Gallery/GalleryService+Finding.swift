import Espy
import EspyHTTP

extension GalleryService {
    /// - Parameter query: As typed into the search box; empty for all photos.
    nonisolated func photos(_ query: String, offset: Int, limit: Int) async throws(HTTPProblem) -> GalleryPage {
        try await find(or: GalleryPage(total: 0, sure: 0, revision: "", hits: [])) { [now] gallery in
            try await gallery.search(query, offset: offset, limit: limit, now: now())
        }
    }

    /// Returns the number of certain matches per month, in the order of ``photos(_:offset:limit:)``. Nil if that order
    /// is not by time.
    nonisolated func timeline(_ query: String) async throws(HTTPProblem) -> [GalleryMonth]? {
        try await find(or: []) { [now] gallery in try await gallery.timeline(query, now: now()) }
    }

    /// Returns terms that would narrow a query, with the number of matching photos for each.
    nonisolated func facets(_ query: String) async throws(HTTPProblem) -> GalleryFacets? {
        try await find(or: nil) { [now] gallery in
            try await gallery.facets(query, limit: 40, now: now())
        }
    }

    /// Suggests completions while the user types.
    /// - Parameter cursor: The number of characters before the cursor.
    nonisolated func suggestions(
        _ typed: String, cursor: Int, language: String?
    ) async throws(HTTPProblem) -> [GallerySuggestion] {
        try await find(or: []) { [now] gallery in
            try await gallery.suggestions(typed, cursor: cursor, language: language, now: now())
        }
    }

    /// Returns where the photos of a query were taken. Photos without a place are left out.
    nonisolated func places(_ query: String) async throws(HTTPProblem) -> [GalleryPlace] {
        try await find(or: []) { [now] gallery in try await gallery.places(query, now: now()) }
    }

    /// Returns groups of duplicates, with all details of each photo.
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
    /// The photos to export.
    enum Selection: Sendable, Equatable {
        case query(String)
        case photos([Int])
    }

    /// Writes one line of JSON per photo to `sink`, one after the other and without the line break.
    nonisolated func export(
        _ what: Selection, to sink: @escaping @Sendable (String) throws(HTTPProblem) -> Void
    ) async throws(HTTPProblem) {
        // Uses its own connection: an export may take a while and must not block others.
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

    /// Includes albums and corrections, so that another library can import them.
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
