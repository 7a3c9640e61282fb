import EspyHTTP
import EspyHTTPTesting
import Foundation
import Testing

struct ListeningTests {
    @Test func takesAnyFreePortAndTellsIt() async throws {
        try await WireServer.run { server in
            #expect(1024...65_535 ~= server.port)
            let answer = try await server.talk { client in
                client.ask("/hello/you", fields: "Connection: close\r\n")
                return client.answer()
            }
            #expect(answer.statuses == [200])
            #expect(answer.bodies == [#""you""#])
            #expect(answer.isClosed)
        }
    }

    @Test func aTakenPortIsAnError() async throws {
        try await WireServer.run { server in
            let port = server.port
            #expect(throws: ListenError.system("127.0.0.1", port: port, code: EADDRINUSE)) {
                try HTTPServer(on: ["127.0.0.1"], port: port) { _ in RequestHandler(Router([])) }
            }
        }
    }

    @Test func onlyNumericAddressesAreTaken() {
        #expect(throws: ListenError.address("localhost.")) {
            try HTTPServer(on: ["localhost."], port: 0) { _ in RequestHandler(Router([])) }
        }
        #expect(throws: ListenError.address("")) { try HTTPServer(on: [], port: 0) { _ in RequestHandler(Router([])) } }
    }

    /// Except for the first address.
    @Test func anAddressThatTheMachineLacksIsLeftOut() async throws {
        // Reserved for documentation (RFC 5737).
        let server = try WireServer(addresses: ["127.0.0.1", "192.0.2.1", "::1"])
        let answer = try await server.talk { client in
            client.ask("/peer")
            return client.answers(1)
        }
        #expect(answer.bodies == [#""127.0.0.1 true true false""#])
        await server.stop()
        #expect(throws: ListenError.system("192.0.2.1", port: 0, code: EADDRNOTAVAIL)) {
            try HTTPServer(on: ["192.0.2.1"], port: 0) { _ in RequestHandler(Router([])) }
        }
    }

    @Test func stoppedTwiceIsStopped() async throws {
        let server = try WireServer()
        await server.stop()
        await server.stop()
        let port = server.port
        #expect(throws: POSIXError.self) { try RawClient(port: port) }
    }
}
