import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// Requests that libmicrohttpd refuses before any route sees them; see docs/threat-model.md. Its answers are not
/// problem
/// documents, but they reveal nothing, and the connection ends after them.
@Suite(.serialized) struct LibraryRefusalTests {
    private static let post = "POST /api/v1/photos HTTP/1.1\r\nHost: HOST\r\n"

    @Test(arguments: [
        ("GET /secret-word\r\nHost: HOST\r\n\r\n", [400]),
        ("GET /secret-word FOO/1.1\r\nHost: HOST\r\n\r\n", [400]),
        ("GET /secret-word HTTP/3.0\r\nHost: HOST\r\n\r\n", [505]),
        ("GET / HTTP/1.1\r\nHost: HOST\r\nsecret-word\r\n\r\n", [400]),
        // libmicrohttpd writes the head of these two twice. The length in it ends the answer before it is complete.
        (post + "Content-Length: secret-word\r\n\r\n", [400, 400]),
        (post + "Content-Length: 99999999999999999999999\r\n\r\n", [413, 413]),
        (post + "Transfer-Encoding: chunked\r\n\r\nsecret-word\r\n\r\n", [400]),
        (post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", [413]),
        ("GET / HTTP/1.1\r\nHost: HOST\r\nX: \(String(repeating: "secret-word", count: 10_000))\r\n\r\n", [431]),
        ("GET /\(String(repeating: "secret-word", count: 10_000)) HTTP/1.1\r\nHost: HOST\r\n\r\n", [414]),
    ])
    func tellsNothingAndEnds(text: String, statuses: [Int]) async throws {
        try await HostileServer.run { server in
            let answer = try await server.send(text + "GET /api/v1/hidden HTTP/1.1\r\nHost: HOST\r\n\r\n")
            #expect(answer.isClosed, "\(answer.text.prefix(300))")
            #expect(answer.statuses == statuses, "\(answer.text.prefix(300))")
            #expect(!answer.text.contains("secret-word"))
            #expect(server.seen.withLock { !$0.contains("hidden") })
        }
    }

    /// Every request that reaches the routes, or would if it were complete, is answered by them.
    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("BREW / HTTP/1.1\r\nHost: HOST\r\n\r\n", 501),
        ("CONNECT x:1 HTTP/1.1\r\nHost: HOST\r\n\r\n", 400), ("GET /.. HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
        (post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        (post + "Transfer-Encoding: gzip\r\n\r\n", 501),
        ("GET / HTTP/1.1\r\nHost: HOST\r\nX: \(String(repeating: "y", count: 20_000))\r\n\r\n", 431),
        ("GET /api/v1/nothing HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 404),
    ])
    func allElseIsAProblemDocument(text: String, status: Int) async throws {
        try await HostileServer.run { server in
            let answer = try await server.send(text)
            #expect(answer.statuses == [status], "\(answer.text.prefix(300))")
            #expect(answer.problem != nil, "\(answer.text.prefix(300))")
            #expect(answer.text.lowercased().contains("content-type: application/problem+json\r\n"))
        }
    }
}
