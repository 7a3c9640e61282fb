import EspyHTTP

/// Settings: seen, changed, and put back.
struct SettingsRoutes: Sendable {
    let settings: SettingsStore

    var all: [Route] {
        let path = "\(APIPath.root)/settings"
        return [
            Route(.get, path, handler: show), Route(.patch, path, handler: change),
            Route(.delete, path, handler: reset),
        ]
    }

    private func show(_: Request, _: PathValues) async throws(HTTPProblem) -> Response { try await answer() }

    private func change(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try settings.change(try await request.json([String: String].self))
        return try await answer()
    }

    private func reset(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try settings.reset()
        return try await answer()
    }

    private func answer() async throws(HTTPProblem) -> Response {
        try .fresh(["settings": try settings.rows()])
    }
}
