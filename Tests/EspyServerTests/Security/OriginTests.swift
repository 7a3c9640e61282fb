import EspyHTTP
import EspyServer
import Testing

struct OriginTests {
    private static let own = "http://localhost:8017"

    @Test(arguments: Request.Method.allCases)
    func foreignOriginsMayNotAskForAnything(method: Request.Method) async throws {
        let server = try GuardedServer()
        let foreign = [
            "null", "", "http://evil.example", "http://localhost", "http://localhost:3000", "https://localhost:8017",
            "http://127.0.0.1:8017", "http://localhost.evil.example:8017", "http://localhost:8017.evil.example",
            "http://evil@localhost:8017", "http://localhost:8017/", "localhost:8017", "file://", "chrome-extension://x",
            Self.own + ", http://evil.example", "http://localhost.:8017",
        ]
        for origin in foreign {
            let answer = await server.ask(method, "/api/v1/history/1", headers: ["Origin": origin])
            #expect(answer.status == 403, "\(origin)")
            #expect(answer.problem == "foreign-origin")
        }
        let two = await server.ask(method, headers: ["Origin": Self.own, "origin": Self.own])
        #expect(two.status == 403)
    }

    @Test(arguments: [Self.own, "HTTP://LOCALHOST:8017"])
    func pagesOfTheServerMayChangeThings(origin: String) async throws {
        let server = try GuardedServer()
        for site in [nil, "same-origin"] {
            var headers: Headers = ["Origin": origin]
            headers["Sec-Fetch-Site"] = site
            #expect(await server.ask(.patch, "/api/v1/history/1", headers: headers).status == 200)
        }
    }

    /// `Sec-Fetch-Site` counts, too, because some requests have no origin.
    @Test(arguments: [
        (nil, 200), ("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("", 403),
        ("SAME-ORIGIN", 403), ("same-origin, cross-site", 403),
    ])
    func withoutOriginTheSiteCounts(site: String?, status: Int) async throws {
        let server = try GuardedServer()
        var headers: Headers = [:]
        headers["Sec-Fetch-Site"] = site
        #expect(await server.ask(.patch, "/api/v1/history/1", headers: headers).status == status)
        #expect(await server.ask(.get, headers: headers).status == status)
        headers["Origin"] = Self.own
        #expect(await server.ask(.patch, "/api/v1/history/1", headers: headers).status == status)
    }

    @Test func twoSitesAreNone() async throws {
        let headers: Headers = ["Sec-Fetch-Site": "same-origin", "sec-fetch-site": "none"]
        #expect(try await GuardedServer().ask(headers: headers).status == 403)
    }

    /// Links on other pages may lead here. Frames, scripts and pictures of other pages may not.
    @Test(arguments: [
        (Request.Method.get, "navigate", "document", 200), (.head, "navigate", "document", 200),
        (.get, "navigate", "iframe", 403), (.get, "navigate", "embed", 403), (.get, "no-cors", "image", 403),
        (.get, "no-cors", "script", 403), (.get, "cors", "empty", 403), (.get, "no-cors", "document", 403),
        (.post, "navigate", "document", 403),
    ])
    func linksMayBeFollowed(method: Request.Method, mode: String, dest: String, status: Int) async throws {
        let headers: Headers = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest]
        #expect(try await GuardedServer().ask(method, "/count", headers: headers).status == status)
    }
}
