import Espy
import EspyApp
import EspyHTTP
import EspySystem

/// Searching and browsing the photo library.
struct GalleryRoutes: Sendable {
    let gallery: GalleryService
    let settings: SettingsStore

    static let root = "\(APIPath.root)/gallery"
    static let mostPhotos = 500

    var all: [Route] {
        [
            Route(.get, Self.root, handler: state),
            Route(.get, "\(Self.root)/photos", handler: photos),
            Route(.get, "\(Self.root)/timeline", handler: timeline),
            Route(.get, "\(Self.root)/facets", handler: facets),
            Route(.get, "\(Self.root)/suggestions", handler: suggestions),
            Route(.get, "\(Self.root)/places", handler: places),
            Route(.get, "\(Self.root)/duplicates", handler: duplicates),
            Route(.get, "\(Self.root)/problems", handler: problems),
        ]
    }

    private func state(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let state = try await gallery.state()
        return try .fresh(
            GalleryStateAnswer(
                state.folders, state.status, state.indexing,
                inbox: (try? settings.current())?.inbox(settings.environment), PathRedaction(request.caller)))
    }

    private func photos(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let offset = try request.query.number("offset", in: 0...Int(Int32.max), or: 0)
        let limit = try request.query.number("limit", in: 1...Self.mostPhotos, or: 100)
        let page = try await gallery.photos(try request.query.words, offset: offset, limit: limit)
        return try .fresh(GalleryPageAnswer(page))
    }

    private func timeline(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(GalleryTimelineAnswer(try await gallery.timeline(try request.query.words)))
    }

    private func facets(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let facets = try await gallery.facets(try request.query.words)
        return try .fresh(["facets": facets.map(GalleryFacetAnswer.all) ?? []])
    }

    private func suggestions(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let typed = try request.query.words
        let cursor = try request.query.number("at", in: 0...typed.count, or: typed.count)
        let found = try await gallery.suggestions(typed, cursor: cursor, language: request.query["language"])
        return try .fresh(["suggestions": found.map(GallerySuggestionAnswer.init)])
    }

    private func places(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(PlaceClusters(try await gallery.places(try request.query.words)))
    }

    private func duplicates(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let redaction = PathRedaction(request.caller)
        let groups = try await gallery.duplicates()
        return try .fresh(["groups": groups.map { GalleryDuplicatesAnswer($0.kind, $0.photos, redaction) }])
    }

    private func problems(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let redaction = PathRedaction(request.caller)
        return try .fresh(["problems": try await gallery.problems().map { GalleryProblemAnswer($0, redaction) }])
    }
}

/// Smart albums, which collect photos by a query.
struct GalleryAlbumRoutes: Sendable {
    let gallery: GalleryService

    var all: [Route] {
        let albums = "\(GalleryRoutes.root)/albums"
        return [
            Route(.get, albums, handler: list), Route(.post, albums, handler: add),
            Route(.patch, "\(albums)/{id}", handler: change), Route(.delete, "\(albums)/{id}", handler: remove),
        ]
    }

    private func list(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["albums": try await gallery.albums().map(GalleryAlbumAnswer.init)])
    }

    private struct Words: Decodable {
        let name: String?
        let query: String?

        func check() throws(HTTPProblem) {
            if let name, !(1...100).contains(name.count) || name.contains(where: \.isNewline) {
                throw .unprocessable("the name of an album has 1 to 100 characters")
            }
            if let query, query.utf8.count > 1_000 || query.allSatisfy(\.isWhitespace) {
                throw .unprocessable("the query of an album has 1 to 1,000 bytes")
            }
        }
    }

    private func add(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let words = try await request.json(Words.self)
        try words.check()
        guard let name = words.name, let query = words.query else { throw .badRequest("the body lacks name or query") }
        let album = try await gallery.addAlbum(name, query: query)
        var response = try Response.fresh(GalleryAlbumAnswer(album), status: 201)
        response.headers["Location"] = "\(GalleryRoutes.root)/albums/\(ContentDisposition.coded(album.id))"
        return response
    }

    private func change(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let words = try await request.json(Words.self)
        try words.check()
        let album = try await gallery.changeAlbum(values["id"], name: words.name, query: words.query)
        return try .fresh(GalleryAlbumAnswer(album))
    }

    private func remove(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try await gallery.removeAlbum(values["id"])
        return .noContent
    }
}

/// A term that narrows a query.
private struct GalleryFacetAnswer: Encodable {
    /// `tag`, `color`, `kind`, `year` or `camera`.
    let kind: String
    let name: String
    /// The number of photos of the query that match it.
    let count: Int
    /// The term to add to the query: `tag:dog`.
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

/// A suggestion while the user types.
private struct GallerySuggestionAnswer: Encodable {
    /// The whole query, if the suggestion is accepted.
    let query: String
    /// The text to display: `beach`.
    let text: String
    let kind: GallerySuggestion.Kind
    /// The number of matching photos; nil if not counted.
    let count: Int?

    init(_ suggestion: GallerySuggestion) {
        (query, text, kind, count) = (suggestion.query, suggestion.name, suggestion.kind, suggestion.count)
    }
}

/// A group of duplicates.
private struct GalleryDuplicatesAnswer: Encodable {
    struct Copy: Encodable {
        let id: Int
        let width: Int
        let height: Int
        let bytes: Int
        /// All files of the photo.
        let paths: [String]
    }

    /// `exact` for identical files, `same` for copies of one shot, `similar` for shots of the same thing.
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
                paths: $0.files.map(redaction.redacted))
        }
    }
}

/// A file that could not be read.
private struct GalleryProblemAnswer: Encodable {
    let path: String
    let reason: String

    init(_ problem: GalleryProblem, _ redaction: PathRedaction) {
        (path, reason) = (redaction.redacted(problem.path), problem.reason)
    }
}

/// An album with a rule: its photos change automatically.
private struct GalleryAlbumAnswer: Encodable {
    let id: String
    let name: String
    let query: String
    let count: Int
    /// The number of videos among them.
    let videos: Int
    /// `own` for albums that the user saved; otherwise the kind of rule.
    let group: GalleryAlbum.Kind
    let cover: GalleryPhotoAnswer?

    init(_ album: GalleryAlbum) {
        (id, name, query, count, videos) = (album.id, album.name, album.query, album.count, album.videos)
        (group, cover) = (album.kind, album.cover.map { GalleryPhotoAnswer($0) })
    }
}

/// Points on a map, clustered if there are too many to send.
private struct PlaceClusters: Encodable {
    let points: [Point]
    /// The number of photos with a place.
    let total: Int

    struct Point: Encodable {
        let latitude: Double
        let longitude: Double
        let count: Int
        /// One of the photos at this point.
        let photo: Int
    }

    static let most = 5_000

    /// - Parameter most: Maximum number of points. The grid is made coarser until they fit.
    init(_ places: [GalleryPlace], most: Int = Self.most) {
        total = places.count
        var side = 0.0
        var found = Self.gathered(places, side: side)
        while found.count > most {
            side = side == 0 ? 0.001 : side * 2
            found = Self.gathered(places, side: side)
        }
        points = found
    }

    private struct Square: Hashable {
        let x: Int
        let y: Int
    }

    /// - Parameter side: The side of a grid square, in degrees; 0 merges only points at the same place, to a tenth of a
    ///   meter.
    private static func gathered(_ places: [GalleryPlace], side: Double) -> [Point] {
        let step = side == 0 ? 0.000_001 : side
        var squares: [Square: (x: Double, y: Double, count: Int, photo: Int)] = [:]
        for place in places where abs(place.latitude) <= 90 && abs(place.longitude) <= 180 {
            let square = Square(
                x: Int((place.longitude / step).rounded(.down)), y: Int((place.latitude / step).rounded(.down)))
            var sum = squares[square] ?? (0, 0, 0, place.photo)
            sum = (sum.x + place.longitude, sum.y + place.latitude, sum.count + 1, sum.photo)
            squares[square] = sum
        }
        return squares.values.map {
            Point(
                latitude: $0.y / Double($0.count), longitude: $0.x / Double($0.count), count: $0.count, photo: $0.photo)
        }.sorted { ($1.count, $0.photo) < ($0.count, $1.photo) }
    }
}
