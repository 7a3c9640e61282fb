import EspyHTTP
import EspyHTTPTesting
import Testing

struct BodyTests {
    private static let large: [UInt8] = {
        var state: UInt32 = 1
        return (0..<10 << 20).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }()

    private static func post(_ target: String, _ fields: String) -> String {
        "POST \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    }

    @Test func aLargeBodyComesWhole() async throws {
        try await WireServer.run { server in
            let bodies = try await server.talk { client in
                client.send(Self.post("/sum", "Content-Length: \(Self.large.count)\r\n"))
                client.send(Self.large)
                return client.answers(1).bodies
            }
            #expect(bodies == [WireServer.sum(Self.large)])
        }
    }

    @Test func aBodyInOddChunksComesWhole() async throws {
        try await WireServer.run { server in
            let body = Array(Self.large.prefix(300_000))
            let bodies = try await server.talk { client in
                client.send(Self.post("/sum", "Transfer-Encoding: chunked\r\n"))
                var (at, size) = (0, 1)
                while at < body.count {
                    let chunk = body[at..<min(body.count, at + size)]
                    client.send("\(String(chunk.count, radix: 16))\r\n")
                    client.send(Array(chunk) + Array("\r\n".utf8))
                    (at, size) = (at + chunk.count, size * 3 % 70_001)
                }
                client.send("0\r\n\r\n")
                return client.answers(1).bodies
            }
            #expect(bodies == [WireServer.sum(body)])
        }
    }

    /// Data that the handler does not consume is not read, so it cannot fill the memory.
    @Test func theClientWaitsForTheHandler() async throws {
        try await WireServer.run { server in
            let total = 64 << 20
            let client = try await server.talk { client in
                client.send(Self.post("/later", "Content-Length: \(total)\r\n"))
                return client
            }
            let piece = [UInt8](repeating: 7, count: 1 << 20)
            var sent = client.sendWhatFits(piece)
            #expect(await server.notes.has("first piece"))
            var pauses = 0
            while sent < total, pauses < 20 {
                let count = client.sendWhatFits(Array(piece.prefix(total - sent)))
                sent += count
                pauses = count == 0 ? pauses + 1 : 0
                if count == 0 { try await Task.sleep(for: .milliseconds(20)) }
            }
            // The system buffers a few megabytes for a connection, and the server a quarter of one.
            #expect(sent < 24 << 20, "\(sent)")
            server.release.open()
            let left = total - sent
            let bodies = try await onThread {
                client.send([UInt8](repeating: 7, count: left))
                return client.answers(1).bodies
            }
            #expect(bodies == [String(total)])
        }
    }

    @Test func whoAsksFirstIsToldToGoOn() async throws {
        try await WireServer.run { server in
            let (first, rest) = try await server.talk { client in
                client.send(Self.post("/sum", "Content-Length: 3\r\nExpect: 100-continue\r\n"))
                let first = client.receive { $0.text.hasSuffix("\r\n\r\n") }
                client.send("abc")
                return (first.text, client.answers(1))
            }
            #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(rest.bodies == [WireServer.sum(Array("abc".utf8))])
        }
    }

    @Test func whoAsksFirstCanBeRefused() async throws {
        try await WireServer.run { server in
            let answer = try await server.talk { client in
                client.send(Self.post("/small", "Content-Length: 5000000\r\nExpect: 100-continue\r\n"))
                return client.answer()
            }
            #expect(answer.statuses == [413])
            #expect(answer.problem == "too-large")
            #expect(answer.isClosed)
        }
    }

    /// The client sends everything before it listens, as browsers do, and still learns what was wrong.
    @Test func theAnswerWaitsForWhatIsNotRead() async throws {
        try await WireServer.run { server in
            let length = "Content-Length: \(Self.large.count)\r\n"
            let refused = try await server.talk { client in
                client.send(Self.post("/small", length))
                client.send(Self.large)
                return client.answer()
            }
            #expect(refused.statuses == [413])
            let ignored = try await server.talk { client in
                client.send(Self.post("/ignores", length))
                client.send(Self.large)
                client.ask("/hello/you")
                return client.answers(2)
            }
            #expect(ignored.bodies == [#""not read""#, #""you""#])
        }
    }

    @Test func aClientThatLeavesLeavesHalfABody() async throws {
        try await WireServer.run { server in
            let client = try await server.talk { client in
                client.send(Self.post("/later", "Content-Length: 1000000\r\n"))
                client.send([UInt8](repeating: 1, count: 10_000))
                return client
            }
            #expect(await server.notes.has("first piece"))
            client.leave()
            server.release.open()
            // The next request is answered; the incomplete one was dropped.
            let answer = try await server.talk { client in
                client.ask("/hello/you")
                return client.answers(1)
            }
            #expect(answer.statuses == [200])
        }
    }
}
