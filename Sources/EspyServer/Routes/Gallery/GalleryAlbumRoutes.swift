import Espy
import EspyHTTP

/// Albums that gather photos by a query.
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
