import Espy
import EspyApp
import EspyHTTP

/// Uploads from devices into the library, for phones, which have no folder on this machine.
struct GalleryUploadRoutes: Sendable {
    let inbox: GalleryInbox
    let limits: InboxLimits
    let settings: SettingsStore

    static let mostSums = 10_000

    var all: [Route] {
        let root = "\(GalleryRoutes.root)/uploads"
        return [
            Route(.post, "\(root)/known", handler: known), Route(.put, "\(root)/{id}", handler: begin),
            Route(.patch, "\(root)/{id}", handler: append), Route(.delete, "\(root)/{id}", handler: giveUp),
            Route(.put, "\(GalleryRoutes.root)/inbox", handler: allow),
        ]
    }

    private struct Sums: Decodable {
        let sha256: [String]
    }

    private func known(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let sums = try await request.json(Sums.self).sha256
        guard sums.count <= Self.mostSums else { throw .unprocessable("name at most 10,000 checksums") }
        let found = try await Self.answered { () throws(Problem) in try await inbox.known(sums) }
        return try .fresh(["known": found.sorted()])
    }

    private struct Offer: Decodable {
        let name: String
        let size: Int
        let modified: Int
    }

    private func begin(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let said = try await request.json(Offer.self)
        let offer = UploadOffer(name: said.name, size: said.size, sha256: values["id"], modified: said.modified)
        return try .fresh(
            try await Self.answered { () throws(Problem) in try await inbox.begin(offer, from: request.sender) })
    }

    /// Appends a part to an upload. Received bytes are kept even if the connection breaks.
    private func append(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        guard MediaType(request.headers["Content-Type"] ?? "")?.name == "application/octet-stream" else {
            throw .unsupportedMediaType("a part of the file, as application/octet-stream")
        }
        if let length = request.body.length, length > limits.partBytes { throw .tooLarge(limit: limits.partBytes) }
        let (id, sender) = (values["id"].lowercased(), request.sender)
        let start = try request.query.number("offset", in: 0...limits.fileBytes, or: 0)
        var offset = start
        var pieces = request.body.makeAsyncIterator()
        while let piece = try await pieces.next() {
            let place = offset
            guard place + piece.count - start <= limits.partBytes else { throw .tooLarge(limit: limits.partBytes) }
            try await Self.answered { () throws(Problem) in
                try await inbox.write(piece, at: place, of: id, from: sender)
            }
            offset += piece.count
        }
        return try .fresh(
            try await Self.answered { () throws(Problem) in try await inbox.progress(of: id, from: sender) })
    }

    private func giveUp(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        await inbox.giveUp(values["id"].lowercased(), from: request.sender)
        return .noContent
    }

    private struct Folder: Decodable {
        let path: String
    }

    /// Sets the folder for uploads. Only local users may decide where files are written.
    private func allow(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        let path = try await request.json(Folder.self).path
        do { try Settings.allowInbox(path, settings.environment) } catch { throw HTTPProblem(error) }
        return .noContent
    }

    private static func answered<Value: Sendable>(
        _ work: () async throws(Problem) -> Value
    ) async throws(HTTPProblem) -> Value {
        do throws(Problem) {
            return try await work()
        } catch {
            throw HTTPProblem(error, or: HTTPProblem.galleryUnusable)
        }
    }
}

extension Request {
    /// The sender of uploads.
    fileprivate var sender: UploadSender {
        switch caller {
        case .local, .stranger: UploadSender(id: "local", name: nil)
        case .device(let id): UploadSender(id: "device\(id)", name: Self.words(callerName))
        case .program(let id, _): UploadSender(id: "program\(id)", name: Self.words(callerName))
        }
    }

    /// Drops the first word, which names the kind of caller.
    private static func words(_ name: String) -> String {
        name.split(separator: " ", maxSplits: 1).last.map(String.init) ?? name
    }
}
