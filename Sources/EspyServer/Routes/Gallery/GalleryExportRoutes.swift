import Espy
import EspyHTTP
import Synchronization

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

/// Gathers lines in a file that has no name.
private final class LineFile: Sendable {
    private struct State: ~Copyable {
        var file: AnonymousFile?
        var waiting: [UInt8] = []

        init(_ file: consuming AnonymousFile) { self.file = consume file }
    }

    private let state: Mutex<State>

    /// - Parameter folder: on the disk that is to hold it.
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

    /// The file for reading. No line can be added any more.
    func finished() throws(HTTPProblem) -> OpenFile {
        try state.withLock { (state) throws(HTTPProblem) in
            try state.file?.append(state.waiting)
            guard let file = state.file.take() else { throw .internalError }
            return try file.finished()
        }
    }
}
