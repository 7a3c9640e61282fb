import EspyHTTP

/// Jobs: their progress, results and cancellation.
struct JobRoutes: Sendable {
    let jobs: JobQueue

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/jobs/{id}", handler: show),
            Route(.get, "\(APIPath.root)/jobs/{id}/events", handler: events),
            Route(.delete, "\(APIPath.root)/jobs/{id}", handler: cancel),
        ]
    }

    private func show(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(try await jobs.job(values["id"]))
    }

    private func events(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let headers: Headers = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
        if request.method == .head {
            _ = try await jobs.job(values["id"])
            return Response(headers: headers)
        }
        return Response(headers: headers, body: .events(try await jobs.events(values["id"])))
    }

    private func cancel(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try await jobs.cancel(values["id"])
        return .noContent
    }
}
