import Espy
import EspyApp
import EspyHTTP

/// Watching shelves with a camera: one session per camera, which receives pictures one by one.
struct ShelfSessionRoutes: Sendable {
    let shelves: ShelfService
    let settings: SettingsStore
    let sessions: ShelfSessionStore
    let pictures: PictureQueue

    /// Maximum size of a picture, in bytes; those of a live camera are small.
    static let mostBytes = 4 << 20
    static let mostPixels = 4_200_000

    var all: [Route] {
        [
            Route(.post, "\(APIPath.root)/shelf-streams", handler: open),
            Route(.post, "\(APIPath.root)/shelf-streams/{id}/frames", handler: look),
            Route(.delete, "\(APIPath.root)/shelf-streams/{id}", handler: close),
        ]
    }

    private struct OptionOverrides: Decodable {
        let text: Bool?
    }

    private func open(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let overrides = try await request.json(OptionOverrides.self)
        // Looked up once: a session keeps its settings.
        let options = try settings.current().shelfOptions
        let id = try await sessions.open { [shelves] () throws(HTTPProblem) in
            do throws(Problem) {
                return try await shelves.session(options: options, readsText: overrides.text ?? true)
            } catch {
                throw HTTPProblem(error)
            }
        }
        var response = try Response.json(["id": id], status: 201)
        response.headers["Location"] = "\(APIPath.root)/shelf-streams/\(id)"
        return response
    }

    private func look(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        guard MediaType(request.headers["Content-Type"] ?? "")?.name == "image/jpeg" else {
            throw .unsupportedMediaType("image/jpeg")
        }
        guard let time = Double(request.query["time"] ?? ""), (0...1e9).contains(time) else {
            throw .badRequest("time is a number of seconds, at least 0")
        }
        let session = try await sessions.session(values["id"])
        let bytes = try await request.body.collected(limit: Self.mostBytes)
        let image = try await pictures.run(bytes: bytes.count + 7 * Self.mostPixels) { () throws(HTTPProblem) in
            try Self.decoded(bytes)
        }
        return try .fresh(ShelfAnswer(await session.look(at: image, time: time)))
    }

    private static func decoded(_ bytes: [UInt8]) throws(HTTPProblem) -> RGBImage {
        let info = try decoding { () throws(ImageError) in try ImageDecoder().info(of: bytes) }
        guard info.format == .jpeg else { throw .unsupportedMediaType("image/jpeg") }
        guard info.width * info.height <= mostPixels else {
            throw .unprocessable("frames of a stream have at most 4.2 million pixels")
        }
        return try decoding { () throws(ImageError) in try ImageDecoder().decode(bytes) }
    }

    private static func decoding<Value>(_ work: () throws(ImageError) -> Value) throws(HTTPProblem) -> Value {
        do throws(ImageError) {
            return try work()
        } catch {
            throw HTTPProblem(error)
        }
    }

    private func close(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try await sessions.close(values["id"])
        return .noContent
    }
}
