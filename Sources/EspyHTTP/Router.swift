/// Answers one kind of request.
///
/// A router finds it by method and path; that is all of this folder.
package typealias Handler = @Sendable (Request, PathValues) async throws(HTTPProblem) -> Response

/// What stood in the braces of a route's path.
package struct PathValues: Sendable {
    private let values: [String: String]

    init(_ values: [String: String]) { self.values = values }

    /// The value of a name that the route's path has; empty for any other.
    package subscript(name: String) -> String { values[name] ?? "" }
}

/// One thing that can be done at one place.
package struct Route: Sendable {
    package let method: Request.Method
    /// Such as `/api/v1/photos/{id}`.
    package let path: String
    let handler: Handler
    private let parts: [String]

    package init(_ method: Request.Method, _ path: String, handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.handler = handler
        parts = path.split(separator: "/").map(String.init)
    }

    /// The values in the path, if it is one of this route.
    func match(_ path: [String]) -> PathValues? {
        guard path.count == parts.count else { return nil }
        var values: [String: String] = [:]
        for (part, given) in zip(parts, path) {
            if part.hasPrefix("{") {
                values[String(part.dropFirst().dropLast())] = given
            } else if part != given {
                return nil
            }
        }
        return PathValues(values)
    }
}

/// Finds the route of a request.
package struct Router: Sendable {
    package let routes: [Route]

    package init(_ routes: [Route]) { self.routes = routes }

    /// - Parameter check: is asked before a route is taken; throws why it may not be.
    /// - Throws: that there is no such place, or that this cannot be done there.
    package func respond(
        to request: Request, check: (Route) throws(HTTPProblem) -> Void = { (_) throws(HTTPProblem) in }
    ) async throws(HTTPProblem) -> Response {
        let found = routes.compactMap { route in route.match(request.path).map { (route, $0) } }
        // What can be got can be asked for without its body.
        let method = request.method == .head ? .get : request.method
        guard !found.isEmpty else { throw .notFound }
        guard let (route, values) = found.first(where: { $0.0.method == method }) else {
            throw .methodNotAllowed(allowed(found.map(\.0.method)))
        }
        try check(route)
        return try await route.handler(request, values)
    }

    private func allowed(_ methods: [Request.Method]) -> [Request.Method] {
        Request.Method.allCases.filter { methods.contains($0) || $0 == .head && methods.contains(.get) }
    }
}
