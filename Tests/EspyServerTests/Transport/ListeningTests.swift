import EspyServer
import Foundation
import Testing

struct ListeningTests {
    @Test func takesAnyFreePortAndTellsIt() async throws {
        try await WireServer.run { server in
            #expect(1024...65_535 ~= server.listener.port)
            let answer = try await server.talk { client in
                client.ask("/hello/you", fields: "Connection: close\r\n")
                return client.answer()
            }
            #expect(answer.statuses == [200] && answer.bodies == [#""you""#] && answer.isClosed)
        }
    }

    @Test func aTakenPortIsAnError() async throws {
        try await WireServer.run { server in
            let port = server.listener.port
            #expect(throws: ListenerError.system("127.0.0.1", port: port, code: EADDRINUSE)) {
                try Listener(ServerCore(router: Router([])), on: ["127.0.0.1"], port: port)
            }
        }
    }

    @Test func onlyNumericAddressesAreTaken() {
        #expect(throws: ListenerError.address("localhost.")) {
            try Listener(ServerCore(router: Router([])), on: ["localhost."], port: 0)
        }
        #expect(throws: ListenerError.address("")) { try Listener(ServerCore(router: Router([])), on: [], port: 0) }
    }

    /// Of those behind the first.
    @Test func anAddressThatTheMachineLacksIsLeftOut() async throws {
        // Set aside for books (RFC 5737).
        let server = try WireServer(addresses: ["127.0.0.1", "192.0.2.1", "::1"])
        let answer = try await server.talk { client in
            client.ask("/peer")
            return client.answers(1)
        }
        #expect(answer.bodies == [#""127.0.0.1 true false""#])
        await server.listener.stop()
        #expect(throws: ListenerError.system("192.0.2.1", port: 0, code: EADDRNOTAVAIL)) {
            try Listener(ServerCore(router: Router([])), on: ["192.0.2.1"], port: 0)
        }
    }

    @Test func stoppedTwiceIsStopped() async throws {
        let server = try WireServer()
        await server.listener.stop()
        await server.listener.stop()
        let port = server.listener.port
        #expect(throws: POSIXError.self) { try RawClient(port: port) }
    }
}
