import EspyHTTP
import EspyHTTPTesting
import Testing

struct KeepAliveTests {
    @Test func aConnectionCarriesManyRequests() async throws {
        try await WireServer.run { server in
            let bodies = try await server.talk { client in
                (1...50).flatMap { number in
                    client.ask("/hello/\(number)")
                    return client.answers(1).bodies
                }
            }
            #expect(bodies == (1...50).map { "\"\($0)\"" })
        }
    }

    /// Sends all requests at once; the answers come in order.
    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await WireServer.run { server in
            let answer = try await server.talk { client in
                let one = "POST /sum HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
                let two =
                    "POST /sum HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
                let get = "GET /hello/you HTTP/1.1\r\nHost: localhost\r\n\r\n"
                client.send(get + one + two + one + get)
                return client.answers(5)
            }
            let (abc, a) = (WireServer.sum(Array("abc".utf8)), WireServer.sum(Array("a".utf8)))
            #expect(answer.bodies == [#""you""#, abc, a, abc, #""you""#])
        }
    }

    @Test func oldClientsGetOneAnswer() async throws {
        try await WireServer.run { server in
            let answer = try await server.talk { client in
                client.send("GET /hello/you HTTP/1.0\r\n\r\n")
                return client.answer()
            }
            #expect(answer.statuses == [200])
            #expect(answer.isClosed)
            #expect(answer.bodies == [#""you""#])
        }
    }

    @Test func askingForTheHeadGivesTheLengthAlone() async throws {
        try await WireServer.run { server in
            let answer = try await server.talk { client in
                client.ask("/hello/you", method: "HEAD", fields: "Connection: close\r\n")
                return client.answer()
            }
            #expect(answer.statuses == [200])
            #expect(answer.text.contains("Content-Length: 5\r\n"))
            #expect(answer.text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func anUnusedConnectionIsClosed() async throws {
        var limits = HTTPServer.Limits()
        limits.idleTime = 0.5
        try await WireServer.run(limits: limits) { server in
            let answer = try await server.talk { client in
                client.ask("/hello/you")
                return client.answer(within: 10)
            }
            #expect(answer.statuses == [200])
            #expect(answer.isClosed)
        }
    }
}
