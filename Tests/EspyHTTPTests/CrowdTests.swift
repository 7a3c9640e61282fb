import EspyHTTP
import EspyHTTPTesting
import Foundation
import Testing

/// More clients than the server has room for.
@Suite(.serialized) struct CrowdTests {
    @Test func theLongestIdleMakesWay() async throws {
        var limits = HTTPServer.Limits()
        limits.connections = 8
        try await WireServer.run(limits: limits) { server in
            let port = server.port
            let clients = try await onThread {
                try (0..<8).map { _ in
                    let client = try RawClient(port: port)
                    client.ask("/peer")
                    _ = client.answers(1)
                    return client
                }
            }
            // These stay connected, so each new one needs the place of another.
            let late = try await onThread {
                try (0..<3).map { _ in
                    let client = try RawClient(port: port)
                    client.ask("/hello/you")
                    #expect(client.answers(1).statuses == [200])
                    return client
                }
            }
            let last = clients[7]
            let gone = try await onThread { clients.indices.filter { clients[$0].answer(within: 0.3).isClosed } }
            // Clients next to each other may become idle in any order.
            #expect(gone.count == 3, "\(gone)")
            #expect(gone.allSatisfy { $0 < 5 }, "\(gone)")
            let stays = try await onThread {
                last.ask("/hello/you")
                return last.answers(1)
            }
            #expect(stays.bodies == [#""you""#])
            withExtendedLifetime(late) {}
        }
    }

    @Test func nobodyIsSentAwayInTheMiddle() async throws {
        var limits = HTTPServer.Limits()
        limits.connections = 4
        try await WireServer.run(limits: limits) { server in
            let port = server.port
            let busy = try await onThread {
                try (0..<4).map { _ in
                    let client = try RawClient(port: port)
                    client.ask("/wait")
                    return client
                }
            }
            while server.notes.all.count < 4 { try await Task.sleep(for: .milliseconds(10)) }
            let late = try await server.talk { client in
                client.ask("/hello/you")
                return client.answer(within: 5)
            }
            #expect(late.isClosed)
            #expect(late.statuses.isEmpty)
            server.release.open()
            for client in busy { #expect(try await onThread { client.answers(1).bodies } == [#""done""#]) }
        }
    }

    /// This machine's address on its network. Connections to it count as remote.
    private static let outside = MachineAddress.all().first { !$0.isIPv6 }?.text

    @Test(.enabled(if: outside != nil, "this machine is on no network")) func nobodyElseTakesAllTheRoom() async throws {
        let address = try #require(Self.outside)
        var limits = HTTPServer.Limits()
        limits.connectionsPerAddress = 3
        try await WireServer.run(limits: limits, addresses: ["0.0.0.0"]) { server in
            let port = server.port
            func ask(_ host: String) async throws -> (RawClient, RawAnswer) {
                try await onThread {
                    let client = try RawClient(port: port, address: host)
                    client.ask("/peer")
                    return (client, client.answers(1, within: 10))
                }
            }
            var taken: [RawClient] = []
            for _ in 0..<3 {
                let (client, answer) = try await ask(address)
                #expect(answer.bodies == ["\"\(address) false false false\""])
                taken.append(client)
            }
            let (_, refused) = try await ask(address)
            #expect(refused.isClosed)
            #expect(refused.bytes.isEmpty)
            // No one else is locked out by that, least of all the owner of the machine.
            for _ in 0..<5 {
                let (client, answer) = try await ask("127.0.0.1")
                #expect(answer.statuses == [200])
                taken.append(client)
            }
            taken.first?.leave()
            // The place is free again as soon as the server notices that its client has left.
            var answer = refused
            for _ in 0..<200 where answer.bytes.isEmpty {
                try await Task.sleep(for: .milliseconds(20))
                (_, answer) = try await ask(address)
            }
            #expect(answer.statuses == [200])
            withExtendedLifetime(taken) {}
        }
    }

    @Test func aThousandThatDoNothingKeepNobodyWaiting() async throws {
        try raiseFileLimit(to: 4096)
        try await WireServer.run { server in
            let port = server.port
            let idle = try await onThread { try (0..<1000).map { _ in try RawClient(port: port) } }
            for number in 0..<20 {
                let answer = try await server.talk { client in
                    client.ask("/hello/\(number)")
                    return client.answers(1)
                }
                #expect(answer.bodies == ["\"\(number)\""])
            }
            withExtendedLifetime(idle) {}
        }
    }

    /// Both ends of each connection are in this process.
    private func raiseFileLimit(to count: UInt) throws {
        var limit = rlimit()
        #if canImport(Darwin)
            let descriptors = RLIMIT_NOFILE
        #else
            let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        getrlimit(descriptors, &limit)
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(count)))
        try #require(setrlimit(descriptors, &limit) == 0 && limit.rlim_cur >= count)
    }
}
