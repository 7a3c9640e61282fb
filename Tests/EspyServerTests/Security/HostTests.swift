import EspyHTTP
import EspyServer
import Testing

struct HostTests {
    @Test(arguments: [
        "localhost:8017", "LOCALHOST:8017", "127.0.0.1:8017", "[::1]:8017", "[0:0:0:0:0:0:0:1]:8017",
        "192.168.1.5:8017", "[fd00::5]:8017", "[FD00:0::5]:8017", "workshop:8017", "Workshop.Local:8017",
    ])
    func ownNamesAreAnswered(host: String) async throws {
        #expect(try await GuardedServer().ask(.get, "/api/v1/health", host: host).status == 200)
    }

    @Test(arguments: [
        // Other ports, and no port.
        "localhost", "localhost:80", "localhost:8018", "localhost:", "localhost:08017", "localhost:+8017",
        "localhost:8017:8017", "localhost:80170", "localhost:8017 ", "localhost: 8017", "localhost:８０１７",
        // Names that resemble ours.
        "localhost.:8017", "localhost.evil.example:8017", "evil.localhost:8017", "evil.example:8017",
        "127.0.0.1.evil.example:8017", "workshop.evil.example:8017", "workshop.local.:8017", "localhost,evil:8017",
        "user@localhost:8017", "localhost:8017@evil.example", "localhost:8017/", "localhost:8017#", "localhost%00:8017",
        "http://localhost:8017", "localhost\\:8017", "lоcalhost:8017",
        // Other notations of addresses, and addresses that lead here but are not ours.
        "127.1:8017", "2130706433:8017", "0x7f.0.0.1:8017", "0177.0.0.1:8017", "127.0.0.2:8017", "0.0.0.0:8017",
        "0:8017", "[::]:8017", "[::ffff:127.0.0.1]:8017", "::1:8017", "[::1:8017", "[::1]8017", "[::1]x:8017",
        "[::1%25lo]:8017", "[fe80::1]:8017", "[localhost]:8017", "192.168.1.6:8017", "127.0.0.1.nip.example:8017",
        "", ":8017", " ",
    ])
    func otherNamesAreRefused(host: String) async throws {
        let answer = try await GuardedServer().ask(.get, "/api/v1/health", host: host)
        #expect(answer.status == 421)
        #expect(answer.problem == "wrong-host")
    }

    @Test func thereMustBeOneHost() async throws {
        let server = try GuardedServer()
        #expect(await server.ask(host: nil).problem == "bad-request")
        let two = await server.ask(headers: ["Host": "localhost:8017"])
        #expect(two.status == 400)
    }

    @Test func withoutSharingOnlyLoopbackNamesAreOurs() async throws {
        let server = try GuardedServer(isShared: false)
        #expect(await server.ask(.get, "/api/v1/health", host: "localhost:8017").status == 200)
        for host in ["192.168.1.5:8017", "workshop.local:8017"] {
            #expect(await server.ask(.get, "/api/v1/health", host: host).status == 421)
        }
    }

    /// Browsers leave out the default port.
    @Test(arguments: [(80, false, true), (443, true, true), (80, true, false), (443, false, false)])
    func usualPortsMayBeLeftOut(port: Int, isEncrypted: Bool, isOurs: Bool) async {
        let access = AccessPolicy(hosts: ServedHosts(port: port, isEncrypted: isEncrypted))
        let core = ServerCore(router: Router([]), access: access)
        let answer = await core.respond(to: Request(.get, path: ["x"], headers: ["Host": "localhost"]))
        #expect(answer.status == (isOurs ? 404 : 421))
    }

    @Test(arguments: [["a", "..", "b"], ["."], [""], ["a/b"], ["a\\b"], ["a\0b"], ["a\nb"], ["\u{7F}"]])
    func pathsThatNoServerMayHandOverAreRefused(path: [String]) async throws {
        let request = Request(.get, path: ["app"] + path, headers: ["Host": "localhost:8017"])
        #expect(try await GuardedServer().core.respond(to: request).status == 400)
    }

    @Test func longPathsAreRefused() async throws {
        let long = String(repeating: "x", count: 2100)
        #expect(try await GuardedServer().ask(.get, "/app/" + long).status == 414)
    }
}
