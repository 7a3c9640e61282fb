/// An error response, in the one shape that all routes use (RFC 9457).
package struct HTTPProblem: Error, Sendable, Equatable {
    package var status: Int
    /// A kebab-case identifier for programs; it ends the type URI.
    package var kind: String
    /// The same sentence for every problem of this kind.
    package var title: String
    /// The problem in this case, and how to solve it.
    package var detail: String?
    /// How many items the problem concerns, where a client needs the number.
    package var count: Int?
    /// Header fields to send with it, such as `Allow` or `Retry-After`.
    package var headers: Headers

    package init(_ status: Int, _ kind: String, _ title: String, detail: String? = nil, headers: Headers = [:]) {
        self.status = status
        self.kind = kind
        self.title = title
        self.detail = detail
        self.headers = headers
    }

    package var response: Response {
        var response = Response(status, headers: headers, body: .bytes(JSON.bytes(self) ?? []))
        response.headers["Content-Type"] = "application/problem+json"
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

/// The members of RFC 9457, in an error response and in an answer that reports a failure.
extension HTTPProblem: Encodable {
    private enum Key: String, CodingKey { case type, title, status, detail, count }

    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode("/problems/\(kind)", forKey: .type)
        try box.encode(title, forKey: .title)
        try box.encode(status, forKey: .status)
        try box.encodeIfPresent(detail, forKey: .detail)
        try box.encodeIfPresent(count, forKey: .count)
    }
}

extension HTTPProblem {
    package static func badRequest(_ detail: String) -> HTTPProblem {
        HTTPProblem(400, "bad-request", "Bad request.", detail: detail)
    }

    package static let notFound = HTTPProblem(404, "not-found", "Not found.")

    package static func methodNotAllowed(_ allowed: [Request.Method]) -> HTTPProblem {
        HTTPProblem(
            405, "method-not-allowed", "Method not allowed.",
            headers: ["Allow": allowed.map(\.rawValue).joined(separator: ", ")])
    }

    /// - Parameter limit: in bytes.
    package static func tooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(
            413, "too-large", "The request is too large.", detail: "the limit is \(limit) bytes",
            headers: ["Connection": "close"])
    }

    package static func unsupportedMediaType(_ wanted: String) -> HTTPProblem {
        HTTPProblem(415, "unsupported-media-type", "Unsupported media type.", detail: "send \(wanted)")
    }

    package static func unprocessable(_ detail: String) -> HTTPProblem {
        HTTPProblem(422, "unprocessable", "Invalid values.", detail: detail)
    }

    package static let clientGone = HTTPProblem(499, "client-gone", "The client disconnected.")

    /// - Parameter place: where it went wrong, for people.
    package static func internalError(in place: String = "the server") -> HTTPProblem {
        HTTPProblem(500, "internal-error", "Something went wrong in \(place).")
    }
}
