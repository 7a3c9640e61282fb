import EspyHTTP
import Testing

/// The target in the first line of a request.
struct TargetTests {
    private func request(_ target: String, home: String = "") throws(HTTPProblem) -> Request {
        try RequestHead(method: "GET", target: target, headers: ["Host": "localhost"])
            .request(peer: .loopback, limits: HTTPServer.Limits(), home: home)
    }

    @Test(arguments: [
        ("/", []), ("/count", ["count"]), ("/a/b.js", ["a", "b.js"]), ("/a%20b/%C3%A9", ["a b", "é"]),
        ("/a+b", ["a+b"]), ("/...", ["..."]), ("/%3Fx", ["?x"]), ("/a?/b", ["a"]), ("/%2e%2E.", ["..."]),
    ])
    func pathsAreDecoded(text: String, path: [String]) throws {
        #expect(try request(text).path == path)
    }

    @Test(arguments: [
        "", "*", "count", "//", "/a//b", "/a/", "/.", "/..", "/a/../b", "/%2e%2e/a", "/.%2E", "/a%2Fb", "/a%2fb",
        "/%00",
        "/a%0Ab", "/a%7F", "/%", "/%4", "/%zz", "/%C3", "/%C0%AF", "/%ED%A0%80", "/a b", "/a\u{7F}", "/é", "/a#b",
        "ftp://host/", "/?%", "/?a=%00", "/?a=%FF",
    ])
    func whatLeadsAstrayIsRefused(text: String) {
        #expect(throws: HTTPProblem.self) { try request(text) }
    }

    /// Behind a proxy, the base path may end in a slash.
    @Test func homeMayEndInASlash() throws {
        for text in ["/lab", "/lab/", "/lab/?from=share"] { #expect(try request(text, home: "/lab").path == ["lab"]) }
        for text in ["/lab//", "/lab/count/", "/other/", "//"] {
            #expect(throws: HTTPProblem.self) { try request(text, home: "/lab") }
        }
    }

    @Test func queriesAreDecodedInOrder() throws {
        let query = try request("/a?b=1+2&c=%26%3D&b=x=y&&d").query
        #expect(query.pairs.map(\.name) == ["b", "c", "b", "d"])
        #expect(query.pairs.map(\.value) == ["1 2", "&=", "x=y", ""])
        #expect(query["b"] == "1 2")
        #expect(query["e"] == nil)
    }

    @Test func wholeURIsAreTakenApart() throws {
        let whole = try request("HTTP://localhost:8177/a?b=c")
        #expect(whole.headers["host"] == "localhost:8177")
        #expect(whole.path == ["a"])
        #expect(whole.query["b"] == "c")
        #expect(try request("http://localhost").path == [])
        #expect(try request("http://localhost?a=b").query["a"] == "b")
        #expect(try request("/a?http://x").headers["host"] == "localhost")
    }

    @Test func longOnesAreRefused() {
        let problem = #expect(throws: HTTPProblem.self) { try request("/" + String(repeating: "a", count: 9000)) }
        #expect(problem?.status == 414)
    }
}
