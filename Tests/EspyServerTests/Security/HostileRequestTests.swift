import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// The head of a hostile client's request, and the answer to it on a real connection.
@Suite(.serialized) struct HostileRequestTests {
    private struct Case: Sendable {
        let name: String
        let text: String
        /// The accepted statuses. Empty if the connection must be closed without an answer.
        let statuses: Set<Int>
    }

    private static func get(_ target: String, _ fields: String = "Host: HOST\r\n") -> String {
        "GET \(target) HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n"
    }

    private func check(_ cases: [Case]) async throws {
        try await HostileServer.run { server in
            for hostile in cases {
                let answer = try await server.send(hostile.text)
                #expect(answer.isClosed, "\(hostile.name)")
                #expect(answer.statuses.count <= 1, "\(hostile.name): \(answer.statuses)")
                #expect(hostile.statuses.contains(answer.statuses.first ?? 0), "\(hostile.name): \(answer.statuses)")
                #expect(!answer.text.contains("root:"), "\(hostile.name)")
            }
            #expect(server.seen.withLock { !$0.contains("hidden") })
        }
    }

    @Test func otherNamesAndOrigins() async throws {
        try await check([
            Case(name: "own", text: Self.get("/api/v1/history"), statuses: [200]),
            Case(name: "own, whole", text: Self.get("http://HOST/api/v1/history"), statuses: [200]),
            Case(name: "foreign", text: Self.get("/api/v1/history", "Host: evil.example\r\n"), statuses: [421]),
            Case(name: "foreign, whole", text: Self.get("http://evil.example/api/v1/history"), statuses: [421]),
            Case(name: "user", text: Self.get("http://user@HOST/api/v1/history"), statuses: [421]),
            Case(name: "https", text: Self.get("https://evil.example/", "Host: HOST\r\n"), statuses: [421]),
            Case(name: "none", text: Self.get("/api/v1/history", ""), statuses: [400]),
            Case(name: "none, 1.0", text: "GET /api/v1/history HTTP/1.0\r\n\r\n", statuses: [400]),
            Case(name: "two", text: Self.get("/api/v1/history", "Host: HOST\r\nHost: HOST\r\n"), statuses: [400]),
            Case(
                name: "folded", text: Self.get("/api/v1/history", "Host: HOST\r\n .evil.example\r\n"),
                statuses: [400, 421]),
            Case(name: "blank", text: Self.get("/api/v1/history", "Host : HOST\r\n"), statuses: [400]),
            Case(
                name: "origin", text: Self.get("/api/v1/history", "Host: HOST\r\nOrigin: http://evil.example\r\n"),
                statuses: [403]),
            Case(
                name: "origin null", text: Self.get("/api/v1/history", "Host: HOST\r\nOrigin: null\r\n"),
                statuses: [403]),
        ])
    }

    @Test func pathsThatLeadElsewhere() async throws {
        let bad = [
            "/..", "/../../../../etc/passwd", "/app/../../etc/passwd", "/app/%2e%2e/%2e%2e/etc/passwd",
            "/app/%2E%2E/x", "/app/.%2e/x", "/app/..%2f..%2f..%2fetc%2fpasswd", "/app/..%5c..%5cetc", "/app/x%2fy",
            "/app//etc/passwd", "//etc/passwd", "/app/./x", "/app/%00", "/app/x%00.js", "/app/%0d%0aX:y", "/app/%7f",
            "/app/%c0%ae%c0%ae", "/app/%c0%af", "/app/%e0%80%ae", "/app/%ff", "/app/%", "/app/%2", "/app/%zz",
            "/app/%u002e", "app/x", "../etc/passwd", "*", "", "/app/x#y", "/app/\u{e9}", "/app/x y",
            "file:///etc/passwd", "HOST:443",
        ]
        try await check(bad.map { Case(name: $0, text: Self.get($0), statuses: [400, 505]) })
        // Decoded once, these are the odd names of files that do not exist.
        let odd = ["/x/%252e%252e%252fetc", "/x/..;", "/x/...", "/x/~root", "/x/%E2%80%A5"]
        try await check(odd.map { Case(name: $0, text: Self.get($0), statuses: [404]) })
    }

    @Test func largeHeads() async throws {
        let long = String(repeating: "x", count: 20_000)
        let huge = String(repeating: "x", count: 1_000_000)
        let many = (0..<200).map { "X-\($0): y\r\n" }.joined()
        try await check([
            Case(name: "target", text: Self.get("/" + long.prefix(9_000)), statuses: [414]),
            Case(name: "field", text: Self.get("/", "Host: HOST\r\nX: \(long)\r\n"), statuses: [431]),
            Case(name: "fields", text: Self.get("/", "Host: HOST\r\n\(many)"), statuses: [431]),
            Case(name: "cookie", text: Self.get("/", "Host: HOST\r\nCookie: \(long)\r\n"), statuses: [431]),
            Case(name: "huge target", text: Self.get("/" + huge), statuses: [414, 431, 0]),
            Case(name: "huge field", text: Self.get("/", "X: \(huge)\r\n"), statuses: [431, 0]),
            Case(name: "huge name", text: Self.get("/", "\(huge): x\r\n"), statuses: [431, 0]),
            Case(name: "huge method", text: "\(huge) / HTTP/1.1\r\n\r\n", statuses: [400, 414, 431, 0]),
            Case(name: "no end", text: huge, statuses: [400, 414, 431, 0]),
        ])
    }

    @Test func whatIsNoHTTP() async throws {
        try await check([
            Case(name: "method", text: "BREW / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", statuses: [501]),
            Case(name: "small", text: "get / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", statuses: [501]),
            Case(name: "trace", text: "TRACE / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", statuses: [501]),
            Case(name: "connect", text: "CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\n", statuses: [400, 501]),
            Case(name: "version", text: "GET / HTTP/9.9\r\nHost: HOST\r\n\r\n", statuses: [400, 505, 0]),
            Case(name: "0.9", text: "GET /\r\n", statuses: [400, 505, 0]),
            Case(name: "name", text: Self.get("/", "Host: HOST\r\nX Y: z\r\n"), statuses: [400]),
            Case(name: "NUL", text: Self.get("/", "Host: HOST\r\nX: a\0b\r\n"), statuses: [400]),
            Case(name: "NUL in target", text: Self.get("/app/x\0y"), statuses: [400]),
            Case(name: "NUL last", text: "GET / HTTP/1.1\r\nHost: HOST\r\nX: a\0b\r\n\r\n", statuses: [400]),
            Case(name: "NUL at end", text: Self.get("/", "Host: HOST\0.evil.example\r\n"), statuses: [400]),
            Case(name: "folded", text: Self.get("/", "Host: HOST\r\nX: a\r\n\tb\r\n"), statuses: [400]),
            Case(name: "folded last", text: "GET / HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b\r\n\r\n", statuses: [400]),
            Case(name: "control", text: Self.get("/", "Host: HOST\r\nX: a\u{1}b\r\n"), statuses: [400]),
            Case(name: "no colon", text: Self.get("/", "Host: HOST\r\nX\r\n"), statuses: [400]),
            Case(name: "noise", text: "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}", statuses: [400, 0]),
        ])
    }

    /// Unusual but valid requests: heads sent byte by byte, lines that end in LF alone, and large heads.
    @Test func oddHeadsOfGoodClientsAreTaken() async throws {
        let fields = (0..<60).map { "X-\($0):\t \(String(repeating: "y", count: 200))  \r\n" }.joined()
        try await check([
            Case(name: "large", text: Self.get("/api/v1/history", "Host:HOST\r\n\(fields)Empty:\r\n"), statuses: [200]),
            Case(
                name: "LF", text: "GET /api/v1/history HTTP/1.1\nHost: HOST\nConnection: close\n\n", statuses: [200]),
            Case(name: "line before", text: "\r\n" + Self.get("/api/v1/history"), statuses: [200]),
        ])
        try await HostileServer.run { server in
            let (port, text) = (server.port, Self.get("/api/v1/history").replacing("HOST", with: server.host))
            let answer = try await onThread {
                let client = try RawClient(port: port)
                for byte in text.utf8 {
                    client.send([byte])
                    Thread.sleep(forTimeInterval: 0.002)
                }
                return client.answer()
            }
            #expect(answer.statuses == [200])
        }
    }

    @Test func refusalsHaveTheirHeaders() async throws {
        try await HostileServer.run { server in
            for text in [
                Self.get("/.."), Self.get("/", "Host: HOST\r\nX: \(String(repeating: "x", count: 20_000))\r\n"),
            ] {
                let answer = try await server.send(text).text.lowercased()
                #expect(answer.contains("content-type: application/problem+json"))
                #expect(answer.contains("x-content-type-options: nosniff"))
                #expect(answer.contains("content-security-policy: default-src 'none'"))
                #expect(answer.contains("connection: close"))
            }
        }
    }
}
