import Espy
import EspyApp
import EspyHTTP

/// What Espy is, and what it can do.
struct AboutRoutes: Sendable {
    let parts: ServerParts

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/health", handler: health),
            Route(.get, "\(APIPath.root)/about", handler: about),
            Route(.get, "\(APIPath.root)/openapi.yaml", handler: openAPI),
        ]
    }

    /// Open to everyone, so that a page can find out whether it has to ask for pairing.
    private func health(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let access =
            switch request.caller {
            case .local: "local"
            case .device: "device"
            case .program: "program"
            case .stranger: "none"
            }
        return try .fresh(["status": "ok", "version": parts.facts.version, "access": access])
    }

    private struct About: Encodable {
        struct Authority: Encodable {
            let name: String
            let fingerprint: String
        }

        struct Limits: Encodable {
            let bytes: Int
            let pixels: Int
        }

        let name: String
        let version: String
        let models: Count.Models
        let lan: Bool
        let tls: Bool
        /// Vouches for the server; nil where Espy made none.
        let authority: Authority?
        let paired: Bool
        let loopback: Bool
        let looksTwice: Bool
        let limits: Limits
    }

    private func about(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let about = About(
            name: "Espy", version: parts.facts.version, models: try parts.settings.current().countModels,
            lan: parts.facts.isShared, tls: parts.facts.isEncrypted,
            authority: parts.facts.authority.map { .init(name: $0.name, fingerprint: $0.fingerprint) },
            paired: request.caller.isPaired,
            loopback: request.caller == .local, looksTwice: parts.facts.looksTwice,
            limits: .init(bytes: parts.photoLimits.bytes, pixels: parts.photoLimits.pixels))
        return try .fresh(about)
    }

    private func openAPI(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard let file = OpenFile(parts.openAPI) else { throw .notFound }
        return Response(
            headers: ["Content-Type": "application/yaml", "Cache-Control": "no-cache"],
            body: .file(file, offset: 0, length: file.size))
    }
}

extension Request.Caller {
    fileprivate var isPaired: Bool {
        if case .device = self { return true }
        return false
    }
}
