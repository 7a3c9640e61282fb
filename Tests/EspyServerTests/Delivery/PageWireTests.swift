import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// Pages over a real connection, which are answered without a task.
@Suite(.serialized) struct PageWireTests {
    private static let script = String(repeating: "export {};\n", count: 2_000)

    private func run(_ body: (Int) async throws -> Void) async throws {
        let folder = try TestFolder()
        for (name, text) in ["index.html": "<!doctype html><title>Espy</title>", "main.js": Self.script] {
            let path = folder.file("web/\(name)")
            try FileManager.default.createDirectory(atPath: folder.file("web"), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        let pages = try Pages(folder: folder.file("web"))
        let server = try HTTPServer(on: ["127.0.0.1"], port: 0) { port in
            ServerCore(router: Router([]), pages: pages, access: AccessPolicy(hosts: ServedHosts(port: port)))
                .handler
        }
        do {
            try await body(server.port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func ask(
        _ client: RawClient, _ port: Int, _ target: String, method: String = "GET", _ fields: String = ""
    ) {
        client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(fields)\r\n")
    }

    @Test func manyFollowEachOtherOnOneConnection() async throws {
        try await run { port in
            let answer = try await onThread {
                let client = try RawClient(port: port)
                for _ in 0..<50 {
                    ask(client, port, "/main.js")
                    ask(client, port, "/count")
                }
                return client.answers(100)
            }
            #expect(answer.statuses == Array(repeating: 200, count: 100))
            #expect(!answer.isClosed)
            let bodies = answer.bodies
            try #require(bodies.count == 100)
            #expect(Set(bodies).count == 2)
            #expect(bodies[0] == Self.script)
            #expect(answer.text.contains("content-security-policy: default-src 'none'; script-src 'self'"))
        }
    }

    /// libmicrohttpd sends one shared response on many connections at the same time.
    @Test func everybodyGetsAllOfIt() async throws {
        try await run { port in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        try await onThread {
                            let client = try RawClient(port: port)
                            for _ in 0..<100 { ask(client, port, "/main.js") }
                            return client.answers(100).bodies == Array(repeating: Self.script, count: 100)
                        }
                    }
                }
                for try await isWhole in group { #expect(isWhole) }
            }
        }
    }

    @Test func whatIsAskedForCounts() async throws {
        try await run { port in
            func answer(_ target: String, method: String = "GET", _ fields: String = "") async throws -> RawAnswer {
                try await onThread {
                    let client = try RawClient(port: port)
                    ask(client, port, target, method: method, fields + "Connection: close\r\n")
                    return client.answer()
                }
            }
            let head = try await answer("/main.js", method: "HEAD")
            #expect(head.statuses == [200])
            #expect(head.bodies.first?.isEmpty != false)
            #expect(head.text.lowercased().contains("content-length: \(Self.script.utf8.count)\r\n"))
            let small = try await answer("/main.js", "Accept-Encoding: gzip\r\n")
            #expect(small.bytes.count < 2_500)
            #expect(small.text.lowercased().contains("content-encoding: gzip\r\n"))
            let tag = try #require(head.text.firstMatch(of: /(?i)etag: (\S+)/)?.1)
            #expect(try await answer("/main.js", "If-None-Match: \(tag)\r\n").statuses == [304])
            #expect(try await answer("/main.js", method: "DELETE").statuses == [405])
            #expect(try await answer("/main.js", "Origin: http://evil.example\r\n").statuses == [403])
            #expect(try await answer("/other.js").statuses == [404])
            let foreign = try await onThread {
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
                return client.answer()
            }
            #expect(foreign.statuses == [421], "\(foreign.text)")
            #expect(foreign.problem == "wrong-host", "\(foreign.text)")
        }
    }

    /// A request's body is read to its end, even if no route wants it.
    @Test func aBodyIsNotTakenForTheNextRequest() async throws {
        try await run { port in
            let answer = try await onThread {
                let client = try RawClient(port: port)
                let body = "GET /smuggled HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
                ask(client, port, "/main.js", "Content-Length: \(body.utf8.count)\r\n")
                client.send(body)
                ask(client, port, "/count")
                return client.answers(2, within: 5)
            }
            #expect(!answer.statuses.contains(404), "\(answer.statuses)")
            #expect(answer.statuses.first == 200, "\(answer.statuses)")
        }
    }
}
