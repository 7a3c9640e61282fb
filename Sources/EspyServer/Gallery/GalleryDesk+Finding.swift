package import Espy
package import EspyHTTP

extension GalleryDesk {
    package nonisolated func photos(_ query: String, offset: Int, limit: Int) async throws(Problem) -> GalleryPage {
        try await find(or: GalleryPage(total: 0, revision: "", hits: [])) { [now] (gallery) throws(GalleryError) in
            try await gallery.search(query, offset: offset, limit: limit, now: now())
        }
    }

    package nonisolated func timeline(_ query: String) async throws(Problem) -> [LibraryMonth] {
        try await find(or: []) { [now] (gallery) throws(GalleryError) in
            try await gallery.timeline(query, now: now()).map {
                LibraryMonth(year: $0.year, month: $0.month, count: $0.count)
            }
        }
    }

    package nonisolated func facets(_ query: String) async throws(Problem) -> [LibraryFacet] {
        try await find(or: []) { [now] (gallery) throws(GalleryError) in
            let found = try await gallery.facets(query, limit: 40, now: now())
            let kinds = [
                ("tag", found.tags), ("color", found.colors), ("kind", found.kinds), ("year", found.years),
                ("camera", found.cameras),
            ]
            return kinds.flatMap { kind, facets in
                facets.map { LibraryFacet(kind: kind, name: $0.name, count: $0.count, term: $0.query) }
            }
        }
    }

    package nonisolated func suggestions(_ typed: String, cursor: Int) async throws(Problem) -> [LibrarySuggestion] {
        try await find(or: []) { [now] (gallery) throws(GalleryError) in
            try await gallery.suggestions(typed, cursor: cursor, now: now()).map {
                LibrarySuggestion(query: $0.query, text: $0.name, kind: $0.kind.rawValue, count: $0.count)
            }
        }
    }

    package nonisolated func places(_ query: String) async throws(Problem) -> [LibraryPlace] {
        try await find(or: []) { [now] (gallery) throws(GalleryError) in
            try await gallery.places(query, now: now()).map {
                LibraryPlace(photo: $0.photo, latitude: $0.latitude, longitude: $0.longitude)
            }
        }
    }

    package nonisolated func duplicates() async throws(Problem) -> [LibraryDuplicates] {
        try await find(or: []) { (gallery) throws(GalleryError) in
            var groups: [LibraryDuplicates] = []
            for group in try await gallery.duplicates() {
                var photos: [LibraryDuplicates.Photo] = []
                for photo in group.photos {
                    guard let details = try await gallery.details(of: photo.id) else { continue }
                    photos.append(
                        .init(
                            id: photo.id, width: photo.width, height: photo.height, bytes: details.bytes,
                            paths: details.files))
                }
                groups.append(.init(kind: Self.word(group.kind), photos: photos))
            }
            return groups
        }
    }

    private static func word(_ kind: DuplicateGroup.Kind) -> String {
        switch kind {
        case .exact: "exact"
        case .sameShot: "same"
        case .similar: "similar"
        }
    }
}
