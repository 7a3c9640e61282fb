import Espy
import EspyApp
import EspyHTTP

/// The folders of the library, and the indexer that looks through them.
struct GalleryLibraryRoutes: Sendable {
    let gallery: GalleryService

    var all: [Route] {
        let root = GalleryRoutes.root
        return [
            Route(.get, "\(root)/folder-choices", handler: choices), Route(.post, "\(root)/folders", handler: add),
            Route(.delete, "\(root)/folders/{id}", handler: remove),
            Route(.post, "\(root)/indexing", handler: pause), Route(.get, "\(root)/events", handler: events),
        ]
    }

    private struct Folder: Decodable {
        let path: String
    }

    /// What may be seen is decided at the machine itself.
    private func add(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let folder = try await gallery.addFolder(try Self.checked(try await request.json(Folder.self).path))
        return try .fresh(GalleryFolderAnswer(folder, PathRedaction(request.caller)), status: 201)
    }

    private static func checked(_ path: String) throws(HTTPProblem) -> String {
        guard path.hasPrefix("/"), path.utf8.count < 4_096, !path.utf8.contains(0) else {
            throw .unprocessable("the path of a folder begins with a slash")
        }
        return path
    }

    /// What is in a folder, at first in that of the user. At the machine itself alone, as it may all be seen there.
    private func choices(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let path = try Self.checked(request.query["path"] ?? gallery.home)
        let found: FolderChoices
        do throws(GalleryError) { found = try FolderChoices(path) } catch { throw HTTPProblem(error) }
        return try .fresh(found)
    }

    private func remove(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        try await gallery.removeFolder(try values.number("id"))
        return .noContent
    }

    private struct Pause: Decodable {
        let paused: Bool
        let now: Bool?

        var pace: IndexingPace { paused ? .halted : now == true ? .now : .sparing }
    }

    private func pause(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let pause = try await request.json(Pause.self)
        guard !(pause.paused && pause.now == true) else { throw .unprocessable("paused and now exclude each other") }
        try await gallery.setPace(pause.pace)
        return .noContent
    }

    private func events(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let headers: Headers = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
        if request.method == .head { return Response(headers: headers) }
        let redaction = PathRedaction(request.caller)
        let progress = try await gallery.progress()
        let (stream, continuation) = AsyncStream.makeStream(of: ServerEvent.self, bufferingPolicy: .bufferingNewest(8))
        let pump = Task {
            for await step in progress {
                let data = JSON.bytes(redaction.told(step)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
                continuation.yield(ServerEvent("progress", data: data))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in pump.cancel() }
        return Response(headers: headers, body: .events(stream))
    }
}
