/// Answers one kind of request.
///
/// A router selects it by method and path.
package typealias Handler = @Sendable (Request, PathValues) async throws(HTTPProblem) -> Response

/// The values for the braces in a route's path.
package struct PathValues: Sendable {
    private let values: [String: String]

    init(_ values: [String: String]) { self.values = values }

    /// The value for a name in the route's path; empty for any other name.
    package subscript(name: String) -> String { values[name] ?? "" }
}

/// One method at one path.
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

    /// The values in the path, or nil if it does not match this route.
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

    /// - Parameter check: called before a route is used; throws when access is denied.
    /// - Throws: when nothing is at this path, or it does not support the method.
    package func respond(
        to request: Request, check: (Route) throws(HTTPProblem) -> Void = { (_) throws(HTTPProblem) in }
    ) async throws(HTTPProblem) -> Response {
        let found = routes.compactMap { route in route.match(request.path).map { (route, $0) } }
        // Every GET also answers HEAD.
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
