import Espy
import EspyHTTP

/// What is known of photos as JSON Lines.
struct GalleryExportRoutes: Sendable {
    let gallery: GalleryService
    /// On the disk that is to hold what is written until it is sent.
    let folder: String
    let stamp: @Sendable () -> String

    var all: [Route] {
        let path = "\(GalleryRoutes.root)/export"
        return [Route(.get, path, handler: found), Route(.post, path, handler: chosen)]
    }

    private func found(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        return try await file(.query(try request.query.words))
    }

    private struct Choice: Decodable {
        let photos: [Int]
    }

    private func chosen(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let photos = try await request.json(Choice.self).photos
        guard (1...GalleryTagRoutes.mostPhotos).contains(photos.count) else {
            throw .unprocessable("name 1 to 10,000 photos")
        }
        return try await file(.photos(photos))
    }

    private func file(_ what: GalleryService.Selection) async throws(HTTPProblem) -> Response {
        // Written to the disk piece by piece: a line for each of 100,000 photos is too much to hold.
        let lines = try LineFile(in: folder)
        try await gallery.export(what) { (line) throws(HTTPProblem) in try lines.add(line) }
        let file = try lines.finished()
        return Response(
            headers: [
                "Content-Type": "application/jsonl",
                "Content-Disposition": "attachment; filename=\"gallery_\(stamp()).jsonl\"",
                "Cache-Control": "no-store",
            ], body: .file(file, offset: 0, length: file.size))
    }
}
