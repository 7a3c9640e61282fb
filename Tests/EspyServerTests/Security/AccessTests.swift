import EspyHTTP
import EspyServer
import Testing

struct AccessTests {
    /// The routes open to strangers. All others are closed to them, including routes that are added later.
    private static let open: Set<String> = ["GET /api/v1/health", "POST /api/v1/pairing", "GET /healthz"]

    @Test func strangersAreKeptOutOfEveryRouteOfTheWholeServer() async throws {
        let (bench, guarded) = (try Bench(), try GuardedServer())
        let core = ServerCore(
            api: bench.api, pages: nil, devices: guarded.devices, pairing: guarded.pairing,
            sharing: guarded.sharing, hosts: ServedHosts(port: GuardedServer.port, network: { ["192.168.1.5"] }))
        #expect(core.router.routes.count > 25)
        for route in core.router.routes {
            let isKnown =
                ["/api/", "/dp5/"].contains(where: route.path.hasPrefix)
                || ["/healthz", "/metrics"].contains(route.path)
            #expect(isKnown, "\(route.path) would be open to everyone")
            let answer = await core.respond(
                to: Request(
                    route.method, path: route.path.split(separator: "/").map { $0.hasPrefix("{") ? "1" : String($0) },
                    headers: ["Host": GuardedServer.host], peer: GuardedServer.phone))
            let isOpen = Self.open.contains("\(route.method.rawValue) \(route.path)")
            #expect((answer.status != 401) == isOpen, "\(route.method) \(route.path)")
            if !isOpen {
                #expect(answer.problem == (route.path == "/metrics" ? "no-token" : "not-paired"))
                #expect(answer.headers["WWW-Authenticate"] != nil)
            }
        }
        await bench.api.stop()
    }

    /// Strangers cannot find out whether something exists.
    @Test func strangersLearnNothingOfWhatThereIs() async throws {
        let server = try GuardedServer()
        #expect(await server.askFromPhone(.get, "/api/v1/nothing").status == 401)
        #expect(await server.askFromPhone(.put, "/api/v1/health").status == 401)
        #expect(await server.askFromPhone(.get, "/api/v1/health/x").status == 401)
        #expect(await server.askFromPhone(.get, "/api").status == 401)
        #expect(await server.askFromPhone(.post, "/count").status == 401)
    }

    @Test func pairedDevicesAreIn() async throws {
        let server = try GuardedServer()
        let cookie = try await server.pairPhone()
        #expect(await server.askFromPhone(cookie: cookie).status == 200)
        #expect(await server.askFromPhone(cookie: "a=b; \(cookie);c=d").status == 200)
        #expect(await server.askFromPhone(cookie: "espy_device=stale; \(cookie)").status == 200)
    }

    @Test(arguments: [
        "", "espy_device=", "espy_device", "espy_device=x", "ESPY_DEVICE=\(String(repeating: "0", count: 64))",
        "espy_device=\(String(repeating: "0", count: 64))", "espy_device=\(String(repeating: "0", count: 65))",
        "espy_device=\"\(String(repeating: "0", count: 62))\"", "espy_device=\(String(repeating: "é", count: 32))",
    ])
    func madeUpCookiesAreNot(cookie: String) async throws {
        let server = try GuardedServer()
        _ = try await server.pairPhone()
        #expect(await server.askFromPhone(cookie: cookie).status == 401)
    }

    @Test func aChangedTokenIsNotIn() async throws {
        let server = try GuardedServer()
        let cookie = try await server.pairPhone()
        let last = try #require(cookie.last)
        #expect(await server.askFromPhone(cookie: cookie.dropLast() + (last == "0" ? "1" : "0")).status == 401)
        #expect(await server.askFromPhone(cookie: String(cookie.dropLast())).status == 401)
        #expect(await server.askFromPhone(cookie: cookie + "0").status == 401)
    }

    /// Neither the name nor the connection alone makes a client local.
    @Test func onlyThisMachineUnderALocalNameIsLocal() async throws {
        let server = try GuardedServer()
        #expect(await server.ask(host: "localhost:8017").status == 200)
        #expect(await server.ask(host: "workshop:8017").status == 401)
        #expect(await server.askFromPhone(host: "localhost:8017").status == 401)
        #expect(await server.askFromPhone(host: "127.0.0.1:8017").status == 401)
    }

    @Test func withoutSharingStrangersGetNothingAtAll() async throws {
        let server = try GuardedServer(isShared: false)
        for path in ["/api/v1/health", "/count", "/api/v1/history"] {
            #expect(await server.askFromPhone(.get, path, host: "localhost:8017").status == 401)
        }
    }

    @Test func otherUsersOfThisMachineAreStrangers() async throws {
        let server = try GuardedServer(isShared: false)
        for path in ["/api/v1/history", "/api/v1/pairing", "/api/v1/nothing"] {
            #expect(await server.askFromOtherUser(.get, path).problem == "not-paired")
        }
        #expect(server.attempts.withLock { $0 } == 3)
        // They see the page that asks for the code.
        #expect(await server.askFromOtherUser(.get, "/api/v1/health").status == 200)
        #expect(await server.ask().status == 200)
        #expect(server.attempts.withLock { $0 } == 4)
    }

    @Test func aCodeLetsAnotherUserInAsADevice() async throws {
        let server = try GuardedServer(isShared: false)
        let code = await server.pairing.invitation().code
        let answer = await server.askFromOtherUser(.post, "/api/v1/pairing", body: #"{"code":"\#(code)"}"#)
        let cookie = try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first)
        #expect(await server.askFromOtherUser(headers: ["Cookie": String(cookie)]).status == 200)
        // A paired device cannot pair others.
        let shown = await server.askFromOtherUser(.get, "/api/v1/pairing", headers: ["Cookie": String(cookie)])
        #expect(shown.problem == "local-only")
    }

    @Test func allUsersAreInWhereTheOwnerSaysSo() async throws {
        let server = try GuardedServer(isShared: false, isOpen: true)
        #expect(await server.askFromOtherUser().status == 200)
        #expect(await server.askFromOtherUser(host: "elsewhere:8017").status != 200)
        #expect(server.attempts.withLock { $0 } == 0)
    }

    @Test func theRouteKnowsForWhomItWorks() async throws {
        let seen = Mutexed<[Request.Caller]>([])
        let server = try GuardedServer(more: [
            Route(.get, "/who") { (request, _) throws(HTTPProblem) in
                seen.withLock { $0.append(request.caller) }
                return .noContent
            }
        ])
        let cookie = try await server.pairPhone()
        let id = try #require(await server.devices.all().first?.id)
        _ = await server.ask(.get, "/who")
        _ = await server.askFromPhone(.get, "/who", cookie: cookie)
        _ = await server.askFromPhone(.get, "/who")
        #expect(seen.withLock { $0 } == [.local, .device(id), .stranger])
    }
}
