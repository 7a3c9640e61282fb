import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// Programs with tokens, and what they may do, route by route.
struct TokenTests {
    private let bench: Bench
    private let folder: TestFolder
    private let tokens: TokenStore
    private let core: ServerCore
    private static let host = "localhost:8017"

    init() throws {
        let bench = try Bench()
        self.bench = bench
        folder = try TestFolder()
        let clock = ServerClock(now: { bench.clock.time }, elapsed: { 0 })
        tokens = try TokenStore(path: folder.file("tokens.json"), clock: clock)
        let devices = try DeviceStore(path: folder.file("devices.json"), clock: clock)
        core = ServerCore(
            api: bench.api, pages: nil, devices: devices, tokens: tokens, pairing: PairingService(clock: clock),
            sharing: nil, hosts: ServedHosts(port: 8017))
    }

    private func ask(
        _ method: Request.Method, _ path: String, token: String?, headers: Headers = [:],
        peer: Request.Peer = .loopback
    ) async -> Response {
        var headers = headers
        headers.add("Host", Self.host)
        if let token { headers.add("Authorization", "Bearer \(token)") }
        let parts = path.split(separator: "/").map { $0.hasPrefix("{") ? "1" : String($0) }
        return await core.respond(to: Request(method, path: parts, headers: headers, peer: peer))
    }

    /// The scopes of each route, written down a second time: a new route fails here until its scopes are decided.
    private static func expected(_ route: Route) -> Set<String> {
        let all = Set(TokenScope.allCases.map(\.rawValue))
        let path = route.path.replacing("/api/v1/", with: "")
        let first = path.split(separator: "/").first.map(String.init) ?? ""
        switch (first, route.method) {
        case ("health", _), ("about", _), ("openapi.yaml", _), ("authority.crt", _), ("authority.mobileconfig", _):
            return all
        case ("photos", _), ("jobs", _): return ["scan", "count", "shelf"]
        case ("racks", _), ("scan", _), ("dp5", _): return ["scan"]
        case ("counts", _): return ["count"]
        case ("shelves", _), ("shelf-streams", _): return ["shelf"]
        case ("history", .get): return ["history"]
        case ("history", .post) where path.hasSuffix("/comparison"): return ["history"]
        case ("history", _): return ["history-write"]
        case ("books", .get), ("books.csv", .get), ("places", .get), ("book-lists", .get): return ["history"]
        case ("same-books", _), ("book-lists", _): return ["history-write"]
        case ("gallery", .get): return ["gallery"]
        case ("gallery", _): return path == "gallery/export" ? ["gallery"] : ["gallery-write"]
        case ("recipes", .get): return ["count"]
        case ("recipes", _): return ["settings"]
        case ("settings", _): return ["settings"]
        case ("metrics", _): return ["metrics"]
        case ("pairing", _), ("devices", _): return []
        case ("healthz", _): return all
        default: return ["?"]
        }
    }

    @Test func everyRouteTakesItsScopesAndNoOther() async throws {
        var secrets: [TokenScope: String] = [:]
        for scope in TokenScope.allCases {
            secrets[scope] = try await tokens.add(name: scope.rawValue, scopes: [scope], days: 1).secret
        }
        #expect(core.router.routes.count > 60)
        for route in core.router.routes {
            let expected = Self.expected(route)
            #expect(Set(RouteScopes.needed(route).map(\.rawValue)) == expected, "\(route.method) \(route.path)")
            for scope in TokenScope.allCases {
                let answer = await ask(route.method, route.path, token: secrets[scope])
                let isIn = answer.problem != "missing-scope" && answer.status != 401
                #expect(isIn == expected.contains(scope.rawValue), "\(route.method) \(route.path) with \(scope)")
            }
        }
        await bench.api.stop()
    }

    @Test func theDescriptionSaysWhatEachRouteTakes() throws {
        let contract = try Contract.shared.get()
        for route in core.router.routes where route.path.hasPrefix("/api/") {
            let operation = contract.operations["\(route.method.rawValue) \(route.path)"]
            let security = operation?["security"]?.list ?? contract.document["security"]?.list ?? []
            let described = security.compactMap { $0["token"]?.texts }.first
            let needed = RouteScopes.needed(route).map(\.rawValue).sorted()
            let isForAll = needed.count == TokenScope.allCases.count
            #expect(isForAll || (described ?? []) == needed, "\(route.method) \(route.path)")
        }
    }

    @Test func aTokenCountsAlsoWhereNoneIsNeeded() async throws {
        let secret = try await tokens.add(name: "lims", scopes: [.count], days: 1).secret
        #expect(await ask(.get, "/api/v1/history", token: nil).status == 200)
        let answer = await ask(.get, "/api/v1/history", token: secret)
        #expect(answer.status == 403)
        #expect(answer.problem == "missing-scope")
        #expect(answer.headers["WWW-Authenticate"]?.contains("scope=\"history\"") == true)
    }

    @Test func onlyGoodTokensAreIn() async throws {
        let (token, secret) = try await tokens.add(name: "lims", scopes: [.history], days: 2)
        #expect(await ask(.get, "/api/v1/history", token: secret).status == 200)
        let wrongs: [String] = [
            String(secret.dropLast()) + "g", secret + "0", "espy_", "", String(secret.dropFirst(5)),
        ]
        for wrong in wrongs {
            let answer = await ask(.get, "/api/v1/history", token: wrong)
            #expect(answer.status == 401, "\(wrong)")
            #expect(answer.problem == "bad-token", "\(wrong)")
        }
        let other = String(secret.dropLast()) + (secret.hasSuffix("0") ? "1" : "0")
        #expect(await ask(.get, "/api/v1/history", token: other).status == 401)
        let twice = await ask(.get, "/api/v1/history", token: secret, headers: ["Authorization": "Bearer \(secret)"])
        #expect(twice.status == 401)
        #expect(await ask(.get, "/api/v1/history", token: nil, headers: ["Authorization": "Basic eDp5"]).status == 401)
        bench.clock.advance(2 * 86_400)
        #expect(await ask(.get, "/api/v1/history", token: secret).status == 401)
        #expect(await tokens.all() == [])
        _ = token
    }

    @Test func revokedTokensAreOutAtOnceAlsoByAnotherProcess() async throws {
        let (token, secret) = try await tokens.add(name: "lims", scopes: [.history], days: 2)
        #expect(await ask(.get, "/api/v1/history", token: secret).status == 200)
        let time = bench.clock.time
        let other = try TokenStore(
            path: folder.file("tokens.json"), clock: ServerClock(now: { time }, elapsed: { 0 }))
        #expect(try await other.remove(token.id))
        #expect(await ask(.get, "/api/v1/history", token: secret).status == 401)
        #expect(try await !tokens.remove(token.id))
    }

    @Test func theFileHoldsNoToken() async throws {
        let secret = try await tokens.add(name: "lims\u{1B}[2J", scopes: [.scan, .count], days: 1).secret
        let text = try String(contentsOfFile: folder.file("tokens.json"), encoding: .utf8)
        #expect(!text.contains(secret))
        #expect(!text.contains(secret.dropFirst(5)))
        #expect(await tokens.all().first?.name == "lims [2J")
        #expect(await tokens.all().first?.scopes == ["count", "scan"])
    }

    @Test(arguments: ["", "scan,", "scan,x", "Scan", "scan count"])
    func unknownScopesAreNone(text: String) { #expect(TokenScope.list(text) == nil) }

    @Test func healthAndMetrics() async throws {
        let health = await ask(.get, "/healthz", token: nil)
        #expect(health.status == 200)
        #expect(health.headers["Content-Security-Policy"]?.contains("sandbox") == true)
        let answer = await ask(.get, "/metrics", token: nil)
        #expect(answer.status == 200)
        guard case .bytes(let bytes) = answer.body else { throw Unexpected(Reply(answer)) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.contains("# TYPE espy_http_requests_total counter"))
        #expect(lines.contains("espy_http_requests_total{code=\"200\"} 1"))
        #expect(lines.contains("espy_jobs{state=\"running\"} 0"))
        let sample = /^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+$/
        #expect(lines.allSatisfy { $0.hasPrefix("# ") || $0.wholeMatch(of: sample) != nil })
    }
}
