import EspyHTTP
import EspyHTTPTesting
import Testing

struct TargetTests {
    @Test(arguments: [
        ("/", []), ("/count", ["count"]), ("/a/b.js", ["a", "b.js"]), ("/a%20b/%C3%A9", ["a b", "é"]),
        ("/a+b", ["a+b"]), ("/...", ["..."]), ("/%3Fx", ["?x"]), ("/a?/b", ["a"]), ("/%2e%2E.", ["..."]),
    ])
    func pathsAreDecoded(text: String, path: [String]) throws {
        #expect(try Target(text).path == path)
    }

    @Test(arguments: [
        "", "*", "count", "//", "/a//b", "/a/", "/.", "/..", "/a/../b", "/%2e%2e/a", "/.%2E", "/a%2Fb", "/a%2fb",
        "/%00",
        "/a%0Ab", "/a%7F", "/%", "/%4", "/%zz", "/%C3", "/%C0%AF", "/%ED%A0%80", "/a b", "/a\u{7F}", "/é", "/a#b",
        "ftp://host/", "/?%", "/?a=%00", "/?a=%FF",
    ])
    func whatLeadsAstrayIsRefused(text: String) {
        #expect(throws: HTTPProblem.self) { try Target(text) }
    }

    /// Proxies have a slash behind the path below which everything lies.
    @Test func homeMayEndInASlash() throws {
        for text in ["/lab", "/lab/", "/lab/?from=share"] { #expect(try Target(text, home: "/lab").path == ["lab"]) }
        for text in ["/lab//", "/lab/count/", "/other/", "//"] {
            #expect(throws: HTTPProblem.self) { try Target(text, home: "/lab") }
        }
    }

    @Test func queriesAreDecodedInOrder() throws {
        let query = try Target("/a?b=1+2&c=%26%3D&b=x=y&&d").query
        #expect(query.pairs.map(\.name) == ["b", "c", "b", "d"])
        #expect(query.pairs.map(\.value) == ["1 2", "&=", "x=y", ""])
        #expect(query["b"] == "1 2" && query["e"] == nil)
    }

    @Test func wholeURIsAreTakenApart() throws {
        let target = try Target("HTTP://localhost:8177/a?b=c")
        #expect(target.authority == "localhost:8177" && target.path == ["a"] && target.query["b"] == "c")
        #expect(try Target("http://localhost").path == [])
        #expect(try Target("http://localhost?a=b").query["a"] == "b")
        #expect(try Target("/a?http://x").authority == nil)
    }

    @Test func longOnesAreRefused() {
        let problem = #expect(throws: HTTPProblem.self) { try Target("/" + String(repeating: "a", count: 9000)) }
        #expect(problem?.status == 414)
    }
}
