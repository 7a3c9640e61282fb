import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Testing

/// Requests that come through a proxy, and requests that only claim to.
struct ProxyTests {
    private let folder: TestFolder
    private let core: ServerCore
    private let pairing: PairingService
    private let sharing: Sharing
    private static let proxy = Request.Peer.loopback
    private static let stranger = Request.Peer(address: "203.0.113.9", isLoopback: false)

    init() throws {
        folder = try TestFolder()
        let clock = StoppedClock().clock
        let devices = try DeviceStore(path: folder.file("devices.json"), clock: clock)
        pairing = PairingService(clock: clock)
        sharing = Sharing(port: 8017, isEncrypted: false, front: "https://espy.example.org/lab")
        let echo: Handler = { (request, _) throws(HTTPProblem) in
            try .json([
                request.peer.address, request.peer.isEncrypted ? "https" : "http", "\(request.caller)",
            ])
        }
        let base = BasePath("/lab") ?? .none
        let routes = PairingRoutes(pairing: pairing, sharing: sharing, devices: devices, base: base).routes
        let open = Route(.get, "/healthz", handler: echo)
        let closed = Route(.get, "/api/v1/history", handler: echo)
        let moved = Route(.post, "/api/v1/health") { (_, _) throws(HTTPProblem) in
            Response(201, headers: ["Location": "/api/v1/x"])
        }
        core = ServerCore(
            router: Router(routes + [open, closed, moved]),
            access: AccessPolicy(
                hosts: ServedHosts(port: 8017, names: ["espy.example.org"]), devices: devices),
            front: ProxyMiddleware(
                proxies: TrustedProxies("127.0.0.1,10.1.0.0/16"), base: base))
    }

    private static let usual: Headers = [
        "Host": "localhost:8017", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "espy.example.org",
    ]

    private func ask(
        _ method: Request.Method = .get, _ path: String = "/lab/healthz", _ headers: Headers = Self.usual,
        peer: Request.Peer = Self.proxy, body: String = ""
    ) async -> Response {
        await core.respond(
            to: Request(
                method, path: path.split(separator: "/").map(String.init), headers: headers, peer: peer,
                body: RequestBody(Array(body.utf8))))
    }

    private func changed(_ name: String, _ value: String?) -> Headers {
        var headers = Self.usual
        headers[name] = value
        return headers
    }

    @Test func theProxySaysWhoAsks() async throws {
        #expect(try await ask().json([String].self) == ["203.0.113.9", "https", "stranger"])
        let plain = await ask(.get, "/lab/healthz", changed("X-Forwarded-Proto", "http"))
        #expect(try plain.json([String].self)[1] == "http")
    }

    /// Anyone can make up the addresses before the last one.
    @Test(arguments: [
        ("127.0.0.1, 203.0.113.9", "203.0.113.9"), ("evil, 203.0.113.9", "203.0.113.9"),
        ("203.0.113.9, 10.1.2.3", "203.0.113.9"), ("203.0.113.9:4711", "203.0.113.9"),
        ("[2001:db8::1]:5", "2001:db8::1"),
        ("::ffff:203.0.113.9", "::ffff:203.0.113.9"), ("127.0.0.1", "127.0.0.1"),
    ])
    func theLastForeignAddressCounts(chain: String, address: String) async throws {
        let answer = await ask(.get, "/lab/healthz", changed("X-Forwarded-For", chain))
        #expect(try answer.json([String].self)[0] == address)
    }

    /// Not even with a loopback name, and not if the proxy sends no address: the request might come from anywhere.
    @Test(arguments: [
        Self.usual, ["Host": "localhost:8017"], ["Host": "localhost:8017", "X-Forwarded-For": "127.0.0.1"],
        ["Host": "127.0.0.1:8017", "X-Forwarded-Proto": "https"],
        ["Host": "localhost:8017", "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "espy.example.org"],
    ])
    func nobodyBehindAProxyIsLocal(headers: Headers) async {
        let answer = await ask(.get, "/lab/api/v1/history", headers)
        #expect(answer.status == 401 || answer.status == 421)
    }

    @Test(arguments: ["evil.example", "localhost", "127.0.0.1", "localhost:8017", "espy.example.org.evil.example", ""])
    func otherNamesAreRefused(host: String) async {
        #expect(await ask(.get, "/lab/healthz", changed("X-Forwarded-Host", host)).status == 421)
        var headers = changed("X-Forwarded-Host", nil)
        headers["Host"] = host
        #expect(await ask(.get, "/lab/healthz", headers).status == 421)
    }

    @Test(arguments: [
        ("X-Forwarded-For", "evil"), ("X-Forwarded-For", "1.2.3.4,,"), ("X-Forwarded-Proto", "gopher"),
        ("X-Forwarded-Proto", "https, http"), ("X-Forwarded-Host", "espy.example.org, evil.example"),
        ("X-Forwarded-For", Array(repeating: "1.2.3.4", count: 65).joined(separator: ",")),
    ])
    func whatIsNotClearIsRefused(name: String, value: String) async {
        #expect(await ask(.get, "/lab/healthz", changed(name, value)).problem == "bad-forwarding")
    }

    /// Only configured proxies are trusted.
    @Test func othersMaySayWhatTheyLike() async {
        #expect(await ask(.get, "/lab/api/v1/history", peer: Self.stranger).status == 401)
        var headers = Self.usual
        headers["Host"] = "espy.example.org:8017"
        headers["X-Forwarded-For"] = "127.0.0.1"
        let answer = await ask(.get, "/lab/api/v1/history", headers, peer: Self.stranger)
        #expect(answer.status == 401)
    }

    @Test(arguments: [
        ("https://espy.example.org", 200), ("http://espy.example.org", 403), ("https://espy.example.org:8443", 403),
        ("https://evil.example", 403), ("null", 403),
    ])
    func pagesComeFromThePublicName(origin: String, status: Int) async {
        var headers = Self.usual
        headers["Origin"] = origin
        #expect(await ask(.get, "/lab/healthz", headers).status == status)
    }

    @Test func cookiesAreForThePathAndEncrypted() async throws {
        let code = await pairing.invitation().code
        let answer = await ask(.post, "/lab/api/v1/pairing", Self.usual, body: #"{"code":"\#(code)"}"#)
        let cookie = try #require(answer.headers["Set-Cookie"])
        #expect(answer.status == 200)
        #expect(cookie.contains("Path=/lab/;"))
        #expect(cookie.hasSuffix("Secure"))
        var headers = Self.usual
        headers["Cookie"] = String(cookie.prefix { $0 != ";" })
        #expect(await ask(.get, "/lab/api/v1/history", headers).status == 200)
        #expect(sharing.pages == ["https://espy.example.org/lab/pair"])
    }

    @Test func onlyWhatLiesBelowThePathIsThere() async {
        #expect(await ask(.get, "/healthz").status == 404)
        #expect(await ask(.get, "/labs/healthz").status == 404)
        #expect(await ask(.get, "/").status == 404)
    }

    @Test(arguments: ["", "lab", "/a b", "/..", "/a\"b", "/api", "/gallery", "/a/\u{e9}"])
    func strangePathsAreNone(text: String) { #expect(BasePath(text) == nil) }

    @Test func pathsAreTakenApart() {
        #expect(BasePath("/") == BasePath.none)
        #expect(BasePath("/a/b/")?.text == "/a/b")
    }

    @Test(arguments: [
        "", "x", "1.2.3", "1.2.3.4/33", "::1/129", "1.2.3.4,", "10.0.0.0/-1", "10.0.0.0/8/8", "localhost",
    ])
    func strangeAddressesAreNone(text: String) { #expect(TrustedProxies(text) == nil) }
}
