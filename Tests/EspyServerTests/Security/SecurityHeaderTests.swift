import EspyHTTP
import EspyServer
import Testing

struct SecurityHeaderTests {
    /// Returns answers of every kind: pages, data, refusals, and failures.
    private func answers() async throws -> [Response] {
        let server = try GuardedServer(more: [
            Route(.get, "/api/v1/broken") { (_, _) throws(HTTPProblem) in throw .internalError },
            Route(.get, "/api/v1/careless") { (_, _) in
                Response(headers: ["X-Content-Type-Options": "sniff", "Content-Security-Policy": "default-src *"])
            },
        ])
        return [
            await server.ask(), await server.ask(.get, "/count"), await server.ask(.get, "/api/v1/nothing"),
            await server.ask(.put, "/count"), await server.ask(host: "evil.example"), await server.ask(host: nil),
            await server.ask(headers: ["Origin": "null"]), await server.ask(.get, "/api/v1/broken"),
            await server.ask(.get, "/api/v1/careless"), await server.askFromPhone(), await server.ask(.options),
            await server.askFromPhone(.post, "/api/v1/pairing", body: "{"),
        ]
    }

    @Test func everyAnswerHasThem() async throws {
        for answer in try await answers() {
            #expect(answer.headers.all("X-Content-Type-Options") == ["nosniff"])
            #expect(answer.headers.all("Referrer-Policy") == ["no-referrer"])
            #expect(answer.headers.all("Cross-Origin-Resource-Policy") == ["same-origin"])
            #expect(answer.headers.all("Permissions-Policy").first?.hasPrefix("camera=(self), microphone=()") == true)
            let policies = answer.headers.all("Content-Security-Policy")
            #expect(policies.count == 1)
            #expect(policies.first?.hasPrefix("default-src 'none'") == true)
            #expect(policies.first?.contains("'unsafe") == false)
            #expect(answer.headers["Strict-Transport-Security"] == nil)
            #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test func pagesRunTheirOwnScriptsOnly() async throws {
        let policy = try #require(try await GuardedServer().ask(.get, "/count").headers["Content-Security-Policy"])
        let rules = [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
            "img-src 'self' blob: data:",
            "media-src 'self' blob:", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
            "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
        ]
        #expect(policy == rules.joined(separator: "; "))
    }

    @Test func dataRunsNothing() async throws {
        let policy = try #require(try await GuardedServer().ask().headers["Content-Security-Policy"])
        #expect(policy.hasSuffix("sandbox"))
        #expect(!policy.contains("self"))
    }

    @Test func dataIsNotStoredUnlessTheRouteSaysSo() async throws {
        let server = try GuardedServer(more: [
            Route(.get, "/api/v1/kept") { (_, _) in Response(headers: ["Cache-Control": "private, max-age=60"]) }
        ])
        #expect(await server.ask().headers["Cache-Control"] == "no-store")
        #expect(await server.ask(.get, "/api/v1/kept").headers["Cache-Control"] == "private, max-age=60")
        #expect(await server.ask(.get, "/count").headers["Cache-Control"] == nil)
    }

    /// Without a secure connection, the browser would ignore these and complain on its console.
    @Test func pagesAreAloneInTheirProcessWhereTheConnectionIsTrusted() async throws {
        let server = try GuardedServer()
        #expect(await server.ask(.get, "/count").headers["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(await server.ask(.get, "/count").headers["Cross-Origin-Embedder-Policy"] == "require-corp")
        #expect(await server.askFromPhone(.get, "/count").headers["Cross-Origin-Opener-Policy"] == nil)
        let encrypted = Request.Peer(address: "192.168.1.9", isLoopback: false, isEncrypted: true)
        let answer = await server.askFromPhone(.get, "/count", peer: encrypted)
        #expect(answer.headers["Cross-Origin-Opener-Policy"] == "same-origin")
    }
}
