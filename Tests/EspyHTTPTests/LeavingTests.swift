import EspyHTTP
import EspyHTTPTesting
import Foundation
import Testing

/// Clients and servers that go away.
struct LeavingTests {
    @Test func whoeverLeavesIsNotWorkedFor() async throws {
        try await WireServer.run { server in
            let client = try await server.talk { client in
                client.ask("/wait")
                return client
            }
            #expect(await server.notes.has("waits"))
            client.leave()
            #expect(await server.notes.has("cancelled"))
        }
    }

    @Test func whoStaysIsWorkedForAsLongAsItTakes() async throws {
        var limits = HTTPServer.Limits()
        limits.headerTime = 0.5
        limits.idleTime = 0.5
        try await WireServer.run(limits: limits) { server in
            let client = try await server.talk { client in
                client.ask("/wait")
                return client
            }
            try await Task.sleep(for: .seconds(2))
            server.release.open()
            #expect(try await onThread { client.answers(1).bodies } == [#""done""#])
            #expect(server.notes.all == ["waits", "released"])
        }
    }

    @Test func stoppingWaitsForWhatRuns() async throws {
        var limits = HTTPServer.Limits()
        limits.farewell = 20
        let server = try WireServer(limits: limits)
        let client = try await server.talk { client in
            client.ask("/wait")
            return client
        }
        #expect(await server.notes.has("waits"))
        async let stopped: Void = server.stop()
        // No new clients get in meanwhile.
        #expect(await isClosed(server.port))
        server.release.open()
        #expect(try await onThread { client.answers(1).bodies } == [#""done""#])
        await stopped
        #expect(server.notes.all == ["waits", "released"])
    }

    /// Returns whether the server soon stops accepting clients.
    private func isClosed(_ port: Int) async -> Bool {
        for _ in 0..<500 {
            guard (try? RawClient(port: port)) != nil else { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test func stoppingCancelsWhatRunsTooLong() async throws {
        var limits = HTTPServer.Limits()
        limits.farewell = 0.3
        let server = try WireServer(limits: limits)
        let client = try await server.talk { client in
            client.ask("/wait")
            return client
        }
        #expect(await server.notes.has("waits"))
        await server.stop()
        #expect(server.notes.all == ["waits", "cancelled"])
        #expect(try await onThread { client.answer() }.isClosed)
    }

    @Test func stoppingDoesNotWaitForTheStubborn() async throws {
        var limits = HTTPServer.Limits()
        limits.farewell = 0.3
        let server = try WireServer(limits: limits)
        let client = try await server.talk { client in
            client.ask("/stubborn")
            return client
        }
        #expect(await server.notes.has("waits"))
        await server.stop()
        let answer = try await onThread { client.answer() }
        #expect(answer.statuses == [503])
        #expect(answer.problem == "stopping")
        #expect(answer.isClosed)
    }

    @Test func stoppingEndsStreams() async throws {
        let server = try WireServer()
        let client = try await server.talk { client in
            client.ask("/events?count=1&endless=yes")
            _ = client.receive { $0.text.contains("data: 0\n\n") }
            return client
        }
        await server.stop()
        let rest = try await onThread { client.answer() }
        #expect(rest.isClosed)
        #expect(rest.text.hasSuffix("0\r\n\r\n"))
        #expect(await server.notes.has("left"))
    }
}
