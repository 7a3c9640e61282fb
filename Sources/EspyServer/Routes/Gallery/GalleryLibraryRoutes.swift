import Espy
import EspyApp
import EspyHTTP
import Synchronization

/// The folders of the library, and the indexer.
struct GalleryLibraryRoutes: Sendable {
    let gallery: GalleryService

    var all: [Route] {
        let root = GalleryRoutes.root
        return [
            Route(.get, "\(root)/folder-choices", handler: choices), Route(.post, "\(root)/folders", handler: add),
            Route(.post, "\(root)/samples", handler: addSamples),
            Route(.delete, "\(root)/folders/{id}", handler: remove),
            Route(.post, "\(root)/indexing", handler: pause), Route(.get, "\(root)/events", handler: events),
        ]
    }

    private struct Folder: Decodable {
        let path: String
    }

    /// Adds a folder. Only local users may do this, because it decides which files can be seen.
    private func add(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let folder = try await gallery.addFolder(try Self.checked(try await request.json(Folder.self).path))
        return try .fresh(GalleryFolderAnswer(folder, PathRedaction(request.caller)), status: 201)
    }

    /// Adds the sample photos that come with the program, to an empty library only.
    private func addSamples(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        return try .fresh(
            GalleryFolderAnswer(try await gallery.addSamples(), PathRedaction(request.caller)), status: 201)
    }

    private static func checked(_ path: String) throws(HTTPProblem) -> String {
        guard path.hasPrefix("/"), path.utf8.count < 4_096, !path.utf8.contains(0) else {
            throw .unprocessable("the path of a folder begins with a slash")
        }
        return path
    }

    /// Lists a folder, starting with the user's home. Only for local users, who can see these files anyway.
    private func choices(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let path = try Self.checked(request.query["path"] ?? gallery.home)
        let found: FolderChoices
        do { found = try FolderChoices(path) } catch { throw HTTPProblem(error) }
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
                let data = JSON.bytes(redaction.redacted(step)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
                continuation.yield(ServerEvent("progress", data: data))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in pump.cancel() }
        return Response(headers: headers, body: .events(stream))
    }
}

/// Exports what is known of photos as JSON Lines.
struct GalleryExportRoutes: Sendable {
    let gallery: GalleryService
    /// The folder for the export until it is sent.
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
        // Written to disk in parts: a line for each of 100,000 photos would need too much memory.
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

/// Collects lines in a file without a name.
private final class LineFile: Sendable {
    private struct State: ~Copyable {
        var file: AnonymousFile?
        var waiting: [UInt8] = []

        init(_ file: consuming AnonymousFile) { self.file = consume file }
    }

    private let state: Mutex<State>

    /// - Parameter folder: A folder on the disk for the file.
    init(in folder: String) throws(HTTPProblem) { state = Mutex(State(try AnonymousFile(in: folder))) }

    func add(_ line: String) throws(HTTPProblem) {
        try state.withLock { (state) throws(HTTPProblem) in
            state.waiting += Array(line.utf8)
            state.waiting.append(UInt8(ascii: "\n"))
            guard state.waiting.count >= 1 << 16 else { return }
            try state.file?.append(state.waiting)
            state.waiting.removeAll(keepingCapacity: true)
        }
    }

    /// Reopens the file for reading. No more lines can be added.
    func finished() throws(HTTPProblem) -> OpenFile {
        try state.withLock { (state) throws(HTTPProblem) in
            try state.file?.append(state.waiting)
            guard let file = state.file.take() else { throw .internalError }
            return try file.finished()
        }
    }
}
