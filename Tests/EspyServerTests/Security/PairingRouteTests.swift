import EspyHTTP
import EspyServer
import Testing

struct PairingRouteTests {
    private struct Shown: Decodable {
        let lan: Bool
        let url: String
        let urls: [String]
        let code: String
        let qr: String
        let expires: Int
    }

    private struct Paired: Decodable {
        struct Device: Decodable {
            let id: String
            let name: String
            let created: Int
            let lastSeen: Int
            let current: Bool
        }
        let device: Device
    }

    @Test func theCodeIsShownOnThisMachine() async throws {
        let server = try GuardedServer()
        let shown = try await server.ask(.get, "/api/v1/pairing").json(Shown.self)
        #expect(shown.lan)
        #expect(shown.url == "http://192.168.1.5:8017/pair")
        #expect(shown.urls == ["http://192.168.1.5:8017/pair", "http://[fd00::5]:8017/pair"])
        #expect(shown.expires == StoppedClock.start + 300)
        let link = try #require(QRCode("\(shown.url)#\(shown.code)"))
        #expect(shown.qr == link.svg(title: "QR code for pairing: \(shown.url)"))
    }

    @Test func theCodeIsShownNowhereElse() async throws {
        let server = try GuardedServer()
        let cookie = try await server.pairPhone()
        let answer = await server.askFromPhone(.get, "/api/v1/pairing", cookie: cookie)
        #expect(answer.status == 403)
        #expect(answer.problem == "local-only")
        #expect(await server.askFromPhone(.get, "/api/v1/pairing").status == 401)
    }

    @Test func withoutSharingThereIsNoCode() async throws {
        let server = try GuardedServer(isShared: false)
        #expect(await server.ask(.get, "/api/v1/pairing").problem == "not-shared")
        #expect(await server.ask(.post, "/api/v1/pairing", body: #"{"code":"0000-0000"}"#).problem == "wrong-code")
    }

    @Test func theRightCodeLetsADeviceIn() async throws {
        let server = try GuardedServer()
        let code = await server.pairing.invitation().code
        let body = #"{"code":"\#(code)","name":"Ada’s  phone"}"#
        let answer = await server.askFromPhone(.post, "/api/v1/pairing", body: body)
        #expect(answer.status == 200)
        let device = try answer.json(Paired.self).device
        #expect(device.name == "Ada’s phone")
        #expect(device.current)
        #expect(device.created == StoppedClock.start)
        #expect(device.lastSeen == StoppedClock.start)
        #expect(await server.devices.all().map(\.id) == [device.id])
        // The code is used up.
        #expect(await server.askFromPhone(.post, "/api/v1/pairing", body: body).problem == "wrong-code")
    }

    @Test(arguments: [false, true])
    func theCookieIsForThisServerAlone(isEncrypted: Bool) async throws {
        let server = try GuardedServer()
        let code = await server.pairing.invitation().code
        let peer = Request.Peer(address: "192.168.1.9", isLoopback: false, isEncrypted: isEncrypted)
        let answer = await server.askFromPhone(.post, "/api/v1/pairing", body: #"{"code":"\#(code)"}"#, peer: peer)
        #expect(answer.headers.all("Set-Cookie").count == 1)
        let parts = try #require(answer.headers["Set-Cookie"]).split(separator: "; ").map(String.init)
        let expected = ["Max-Age=15552000", "Path=/", "HttpOnly", "SameSite=Strict"] + (isEncrypted ? ["Secure"] : [])
        #expect(Array(parts.dropFirst()) == expected)
        #expect(parts[0].wholeMatch(of: /espy_device=[0-9a-f]{64}/) != nil)
    }

    @Test func aWrongCodeLetsNobodyIn() async throws {
        let server = try GuardedServer()
        let answer = await server.askFromPhone(.post, "/api/v1/pairing", body: #"{"code":"0000-0000"}"#)
        #expect(answer.status == 403)
        #expect(answer.problem == "wrong-code")
        #expect(answer.headers["Set-Cookie"] == nil)
        #expect(await server.devices.all().isEmpty)
    }

    @Test(arguments: [
        ("", 400), ("{", 400), ("{}", 400), (#"{"code":1}"#, 400), (#"["0000-0000"]"#, 400),
        (#"{"code":"0000-0000","name":"\#(String(repeating: "x", count: 5000))"}"#, 413),
    ])
    func badBodiesAreRefused(body: String, status: Int) async throws {
        #expect(try await GuardedServer().askFromPhone(.post, "/api/v1/pairing", body: body).status == status)
    }

    @Test func guessingEndsSoon() async throws {
        let server = try GuardedServer()
        for _ in 0..<5 {
            #expect(await server.askFromPhone(.post, "/api/v1/pairing", body: #"{"code":"0000-0000"}"#).status == 403)
        }
        let answer = await server.askFromPhone(.post, "/api/v1/pairing", body: #"{"code":"0000-0000"}"#)
        #expect(answer.status == 429)
        #expect(answer.problem == "too-many-tries")
        #expect(answer.headers["Retry-After"] == "12")
    }

    @Test func aDeviceThatPairsAgainIsOneDevice() async throws {
        let server = try GuardedServer()
        let cookie = try await server.pairPhone()
        let code = await server.pairing.invitation().code
        let again = await server.askFromPhone(
            .post, "/api/v1/pairing", cookie: cookie, body: #"{"code":"\#(code)"}"#)
        #expect(again.status == 200)
        #expect(await server.devices.all().count == 1)
        #expect(await server.askFromPhone(cookie: cookie).status == 401)
    }

    @Test func foreignPagesCannotPair() async throws {
        let server = try GuardedServer()
        let code = await server.pairing.invitation().code
        let answer = await server.askFromPhone(
            .post, "/api/v1/pairing", headers: ["Origin": "http://evil.example"], body: #"{"code":"\#(code)"}"#)
        #expect(answer.status == 403)
        #expect(await server.pairing.invitation().code == code)
    }
}
