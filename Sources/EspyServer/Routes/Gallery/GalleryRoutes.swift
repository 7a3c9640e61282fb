import Espy
import EspyHTTP
import EspySystem

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

/// One photo of the library: what is known of it, and its pictures.
struct GalleryPhotoRoutes: Sendable {
    let gallery: GalleryService
    let pictures: PictureQueue
    let limits: PhotoLimits
    private let renditions = RenditionCache()

    init(gallery: GalleryService, pictures: PictureQueue, limits: PhotoLimits) {
        (self.gallery, self.pictures, self.limits) = (gallery, pictures, limits)
    }

    var all: [Route] {
        let photo = "\(GalleryRoutes.root)/photos/{id}"
        return [
            Route(.get, photo, handler: show),
            Route(.get, "\(photo)/thumbnail.jpg", handler: thumbnail),
            Route(.get, "\(photo)/view.jpg", handler: view),
            Route(.get, "\(photo)/original", handler: original),
        ]
    }

    private func show(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let details = try await gallery.details(try values.number("id"))
        return try .fresh(GalleryDetailsAnswer(details, PathRedaction(request.caller)))
    }

    private func thumbnail(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let bytes = try await gallery.thumbnail(try values.number("id"))
        // Under an address with its version the picture never changes.
        let isFixed = request.query["v"].map { !$0.isEmpty && $0.utf8.count <= 16 } ?? false
        return Response(
            headers: [
                "Content-Type": Self.type(of: bytes), "ETag": "\"\(Self.hash(bytes))\"",
                "Cache-Control": isFixed ? "private, max-age=31536000, immutable" : "private, no-cache",
            ], body: .bytes(bytes))
    }

    private static func type(of bytes: [UInt8]) -> String {
        bytes.starts(with: Array("RIFF".utf8)) ? "image/webp" : "image/jpeg"
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    /// Made on demand, and kept for a while.
    private func view(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let view = try PhotoView(side: request.query["side"])
        let (id, found) = (try values.number("id"), try await file(values))
        let key = RenditionCache.Key(
            photo: id, side: view.side ?? 0, modified: found.file.modified, size: found.file.size)
        let headers: Headers = [
            "Content-Type": "image/jpeg", "ETag": "\"\(key.tag)\"", "Cache-Control": "private, no-cache",
        ]
        if request.method == .head { return Response(headers: headers) }
        if let kept = await renditions.picture(key) { return Response(headers: headers, body: .bytes(kept)) }
        let bytes = try await picture(view, of: found.file, id: id)
        await renditions.keep(bytes, as: key)
        return Response(headers: headers, body: .bytes(bytes))
    }

    private func picture(_ view: PhotoView, of file: OpenFile, id: Int) async throws(HTTPProblem) -> [UInt8] {
        guard file.size <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
        let photo = try await pictures.run(bytes: file.size) { [limits] () throws(HTTPProblem) in
            let info = try PhotoUpload.checkedInfo(of: file, limits)
            return Photo(id: String(id), name: "", info, file: file)
        }
        return try await pictures.run(bytes: photo.decodingBytes(longSide: view.side)) {
            [limits] () throws(HTTPProblem) in
            try view.jpeg(of: photo, limits)
        }
    }

    /// The file as it is, to be saved: a browser shows none of it.
    private func original(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let (file, path) = try await file(values)
        return Response(
            headers: [
                "Content-Type": "application/octet-stream",
                "Content-Disposition": ContentDisposition.attachment(PathRedaction.last(path)),
                "Cache-Control": "private, no-cache",
                "ETag": "\"\(values["id"])-\(file.modified)-\(file.size)\"", "X-Content-Type-Options": "nosniff",
            ], body: .file(file, offset: 0, length: file.size))
    }

    /// The first file of the photo that is still there, in a folder that is still added.
    private func file(_ values: PathValues) async throws(HTTPProblem) -> (file: OpenFile, path: String) {
        let details = try await gallery.details(try values.number("id"))
        for file in details.files {
            guard let found = DiskFile.guarded(file.path, below: file.folder),
                let open = (try? found.duplicate()).flatMap(OpenFile.init(adopting:))
            else { continue }
            return (open, file.path)
        }
        throw .fileGone
    }
}

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
