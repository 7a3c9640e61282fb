import EspyHTTP
import EspyHTTPTesting
import Testing

struct EventTests {
    private func tick(_ data: String) -> String { "event: tick\ndata: \(data)\n\n" }

    @Test func eventsComeAtOnceAndTheStreamEnds() async throws {
        try await WireServer.run { server in
            let client = try await server.talk { client in
                client.ask("/events?count=3", fields: "Connection: close\r\n")
                return client
            }
            let first = try await onThread { client.receive { $0.stream.text.contains("data: 2\n\n") } }
            #expect(first.stream.text == tick("0") + tick("1") + tick("2"))
            #expect(first.text.lowercased().contains("content-type: text/event-stream\r\n"))
            #expect(!first.isClosed)
            #expect(!first.stream.isWhole)
            server.release.open()
            let rest = try await onThread { client.answer() }
            #expect(rest.text.contains(tick("last")))
            #expect(rest.text.hasSuffix("0\r\n\r\n"))
            #expect(rest.isClosed)
            #expect(await server.notes.has("over"))
        }
    }

    @Test func aQuietStreamShowsThatItLives() async throws {
        var limits = HTTPServer.Limits()
        limits.heartbeat = 0.5
        try await WireServer.run(limits: limits) { server in
            let answer = try await server.talk { client in
                client.ask("/events")
                return client.receive { $0.stream.text.count >= 9 }
            }
            #expect(answer.stream.text == ":\n\n:\n\n:\n\n")
        }
    }

    @Test func theSourceHearsThatTheClientLeft() async throws {
        try await WireServer.run { server in
            let client = try await server.talk { client in
                client.ask("/events?count=1")
                _ = client.receive { $0.text.contains("data: 0\n\n") }
                return client
            }
            #expect(server.notes.all == [])
            client.leave()
            #expect(await server.notes.has("left"))
        }
    }

    /// Events for a slow reader are not all buffered in memory.
    @Test func manyEventsWaitForTheirReader() async throws {
        try await WireServer.run { server in
            let answer = try await server.talk { client in
                client.ask("/events?count=200000")
                return client.receive(within: 60) { $0.bytes.count > 4_000_000 }
            }
            #expect(answer.bytes.count > 4_000_000)
            let numbers = answer.stream.text.matches(of: /data: (\d+)\n/).compactMap { Int($0.1) }
            #expect(numbers == Array(0..<numbers.count))
            #expect(numbers.count > 100_000)
        }
    }

    @Test func theHeadOfAStreamIsNoStream() async throws {
        try await WireServer.run { server in
            let answer = try await server.talk { client in
                client.ask("/events", method: "HEAD", fields: "Connection: close\r\n")
                return client.answer()
            }
            #expect(answer.statuses == [200])
            #expect(answer.isClosed)
            #expect(answer.text.hasSuffix("\r\n\r\n"))
            #expect(await server.notes.has("left"))
        }
    }
}
