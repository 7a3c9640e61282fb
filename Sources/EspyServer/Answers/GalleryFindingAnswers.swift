import Espy

/// Something by which a query can be narrowed.
struct GalleryFacetAnswer: Encodable {
    /// `tag`, `color`, `kind`, `year` or `camera`.
    let kind: String
    let name: String
    /// How many photos of the query have it.
    let count: Int
    /// What to add to the query: `tag:dog`.
    let term: String

    static func all(_ facets: GalleryFacets) -> [GalleryFacetAnswer] {
        let kinds = [
            ("tag", facets.tags), ("color", facets.colors), ("kind", facets.kinds), ("year", facets.years),
            ("camera", facets.cameras),
        ]
        return kinds.flatMap { kind, facets in
            facets.map { GalleryFacetAnswer(kind: kind, name: $0.name, count: $0.count, term: $0.query) }
        }
    }
}

/// What somebody who types may mean.
struct GallerySuggestionAnswer: Encodable {
    /// The whole query, were it taken.
    let query: String
    /// What is shown: `beach`.
    let text: String
    let kind: GallerySuggestion.Kind
    /// How many photos have it; nil where nobody counted.
    let count: Int?

    init(_ suggestion: GallerySuggestion) {
        (query, text, kind, count) = (suggestion.query, suggestion.name, suggestion.kind, suggestion.count)
    }
}

/// Photos that show the same.
struct GalleryDuplicatesAnswer: Encodable {
    struct Copy: Encodable {
        let id: Int
        let width: Int
        let height: Int
        let bytes: Int
        /// All files that have it.
        let paths: [String]
    }

    /// `exact` for files of the same bytes, `same` for copies of one shot, `similar` for shots of the same thing.
    let kind: String
    let photos: [Copy]

    init(_ kind: DuplicateGroup.Kind, _ photos: [GalleryPhotoDetails], _ redaction: PathRedaction) {
        self.kind =
            switch kind {
            case .exact: "exact"
            case .sameShot: "same"
            case .similar: "similar"
            }
        self.photos = photos.map {
            Copy(
                id: $0.photo.id, width: $0.width, height: $0.height, bytes: $0.bytes,
                paths: $0.files.map(redaction.told))
        }
    }
}

/// A file that could not be read.
struct GalleryProblemAnswer: Encodable {
    let path: String
    let reason: String

    init(_ problem: GalleryProblem, _ redaction: PathRedaction) {
        (path, reason) = (redaction.told(problem.path), problem.reason)
    }
}

/// Photos that belong together by a rule: they come and go by themselves.
struct GalleryAlbumAnswer: Encodable {
    let id: String
    let name: String
    let query: String
    let count: Int
    /// `own` for those that a person saved; else what they are grouped by.
    let group: GalleryAlbum.Kind
    let cover: GalleryPhotoAnswer?

    init(_ album: GalleryAlbum) {
        (id, name, query, count) = (album.id, album.name, album.query, album.count)
        (group, cover) = (album.kind, album.cover.map { GalleryPhotoAnswer($0) })
    }
}
