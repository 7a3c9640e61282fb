package import EspyHTTP

/// Settings: seen, changed, and put back.
struct SettingsRoutes: Sendable {
    let settings: any SettingsKeeping

    var all: [Route] {
        let path = "\(Place.root)/settings"
        return [
            Route(.get, path, handler: show), Route(.patch, path, handler: change),
            Route(.delete, path, handler: reset),
        ]
    }

    private func show(_: Request, _: PathValues) async throws(Problem) -> Response { try await answer() }

    private func change(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        try await settings.change(try await request.json([String: String].self))
        return try await answer()
    }

    private func reset(_: Request, _: PathValues) async throws(Problem) -> Response {
        try await settings.reset()
        return try await answer()
    }

    private func answer() async throws(Problem) -> Response {
        try .fresh(["settings": try await settings.rows()])
    }
}

extension Problem {
    /// A setting that there is not, or a value that it does not take.
    package static func badSetting(_ detail: String) -> Problem {
        Problem(422, "bad-setting", "This setting does not take this value.", detail: detail)
    }

    package static func settingsUnusable(_ detail: String) -> Problem {
        Problem(500, "settings-unusable", "The settings cannot be read or written.", detail: detail)
    }
}
