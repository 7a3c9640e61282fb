import Espy
import EspyHTTP

/// The photo library: what is in it, and how to find it.
struct GalleryRoutes: Sendable {
    let gallery: GalleryService

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
            GalleryStateAnswer(state.folders, state.status, state.indexing, PathRedaction(request.caller)))
    }

    private func photos(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let offset = try request.query.number("offset", in: 0...Int(Int32.max), or: 0)
        let limit = try request.query.number("limit", in: 1...Self.mostPhotos, or: 100)
        let page = try await gallery.photos(try request.query.words, offset: offset, limit: limit)
        return try .fresh(GalleryPageAnswer(page))
    }

    private func timeline(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["months": try await gallery.timeline(try request.query.words)])
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
