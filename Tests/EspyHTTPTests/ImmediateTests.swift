import EspyHTTP
import EspyHTTPTesting
import Testing

/// Answers that are ready before the handler is called.
@Suite(.serialized) struct ImmediateTests {
    private static let text = String(repeating: "export {};\n", count: 2_000)

    private func run(_ body: (_ port: Int) async throws -> Void) async throws {
        let kept = KeptResponse(
            Response(headers: ["Content-Type": "text/javascript"], body: .bytes(Array(Self.text.utf8))))
        let server = try HTTPServer(on: ["127.0.0.1"], port: 0) { _ in
            RequestHandler(immediate: { $0.path == ["main.js"] ? .kept(kept) : nil }) { _ in
                Response(headers: ["Content-Type": "text/plain"], body: .bytes(Array("made".utf8)))
            }
        }
        do {
            try await body(server.port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// libmicrohttpd sends one shared response on many connections at the same time.
    @Test func everybodyGetsAllOfIt() async throws {
        try await run { port in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await onThread {
                            let client = try RawClient(port: port)
                            for _ in 0..<20 { client.ask("/main.js") }
                            return client.answers(20).bodies == Array(repeating: Self.text, count: 20)
                        }
                    }
                }
                for try await isWhole in group { #expect(isWhole) }
            }
        }
    }

    @Test func allElseIsMade() async throws {
        try await run { port in
            let bodies = try await onThread {
                let client = try RawClient(port: port)
                client.ask("/other")
                client.ask("/main.js")
                client.ask("/other")
                return client.answers(3).bodies
            }
            #expect(bodies == ["made", Self.text, "made"])
        }
    }
}
