import EspyHTTP
import EspyHTTPTesting
import Testing

struct SocketOwnerTests {
    @Test func thisProgramIsOfItsOwnUser() async throws {
        let server = try WireServer()
        let answer = try await server.talk { client in
            client.ask("/peer")
            return client.answers(1)
        }
        #expect(answer.bodies == [#""127.0.0.1 true true false""#])
        await server.server.stop()
    }

    /// A connection that goes out to the network and back is not local to this machine.
    @Test func othersAreNot() {
        #expect(!Request.Peer(address: "192.0.2.1", isLoopback: false).isOwnUser)
        #expect(Request.Peer.loopback.isOwnUser)
    }
}
