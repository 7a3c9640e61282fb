import EspyHTTP
import Testing

struct RouterTests {
    private let router = Router([
        Route(.get, "/api/v1/photos/{id}") { (_, values) throws(HTTPProblem) in try .json(["id": values["id"]]) },
        Route(.delete, "/api/v1/photos/{id}") { (_, _) in .noContent },
    ])

    private func ask(_ method: Request.Method, _ path: String...) async -> Response {
        await RequestHandler(router).respond(Request(method, path: path))
    }

    @Test func handsOverWhatStandsInThePath() async {
        let answer = await ask(.get, "api", "v1", "photos", "a b")
        #expect(answer.status == 200)
        guard case .bytes(let bytes) = answer.body else {
            Issue.record("no bytes")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":"a b"}"#)
    }

    @Test func tellsUnknownPlacesFromForbiddenMethods() async {
        #expect(await ask(.get, "api", "v1", "photos").status == 404)
        let answer = await ask(.put, "api", "v1", "photos", "1")
        #expect(answer.status == 405)
        #expect(answer.headers["allow"] == "GET, HEAD, DELETE")
        #expect(answer.headers["Content-Type"] == "application/problem+json")
    }

    @Test func whatCanBeGotCanBeAskedForByHead() async {
        #expect(await ask(.head, "api", "v1", "photos", "1").status == 200)
    }
}
