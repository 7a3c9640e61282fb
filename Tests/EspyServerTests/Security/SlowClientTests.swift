import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// Clients that occupy the server without doing anything.
@Suite(.serialized) struct SlowClientTests {
    /// Sends a byte from time to time, never the whole head.
    @Test func slowHeadsAreCut() async throws {
        try await HostileServer.run { server in
            let port = server.port
            let taken = try await onThread {
                let clients = try (0..<50).map { _ in try RawClient(port: port) }
                for client in clients { client.send("GET /api/v1/history HTTP/1.1\r\nX: ") }
                let start = Date()
                var open = clients
                while !open.isEmpty, Date().timeIntervalSince(start) < 30 {
                    Thread.sleep(forTimeInterval: 0.1)
                    open = open.filter { $0.send("x") }
                }
                return open.isEmpty ? Date().timeIntervalSince(start) : .infinity
            }
            #expect(taken < 15)
        }
    }

    @Test func slowBodiesAreCut() async throws {
        try await HostileServer.run { server in
            let (port, host) = (server.port, server.host)
            let taken = try await onThread {
                let client = try RawClient(port: port)
                client.send("POST /api/v1/photos HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 100000\r\n\r\n")
                let start = Date()
                while client.send("x"), Date().timeIntervalSince(start) < 30 { Thread.sleep(forTimeInterval: 0.1) }
                return Date().timeIntervalSince(start)
            }
            #expect(taken < 15)
        }
    }

    @Test func othersAreAnsweredMeanwhile() async throws {
        try await HostileServer.run { server in
            let (port, host) = (server.port, server.host)
            let clients = try await onThread {
                try (0..<300).map { number in
                    let client = try RawClient(port: port)
                    switch number % 3 {
                    case 0: break
                    case 1: client.send("GET / HTTP/1.1\r\nHost:")
                    default:
                        client.send("POST /api/v1/photos HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 9999\r\n\r\nx")
                    }
                    return client
                }
            }
            _ = try await server.wellMeantTime()
            withExtendedLifetime(clients) {}
        }
    }

    /// Requests much and reads nothing.
    @Test func slowReadersKeepNobodyWaiting() async throws {
        try await HostileServer.run { server in
            let (port, host) = (server.port, server.host)
            let clients = try await onThread {
                try (0..<8).map { _ in
                    let client = try RawClient(port: port)
                    client.send("GET /api/v1/large HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                    return client
                }
            }
            _ = try await server.wellMeantTime()
            withExtendedLifetime(clients) {}
        }
    }
}
