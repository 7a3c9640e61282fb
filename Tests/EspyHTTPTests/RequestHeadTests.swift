import EspyHTTP
import EspyHTTPTesting
import Testing

struct RequestHeadTests {
    private func head(_ headers: Headers = ["Host": "localhost"], method: String = "GET") -> RequestHead {
        RequestHead(method: method, target: "/a?b=c", headers: headers)
    }

    private func status(_ head: RequestHead, limits: HTTPServer.Limits = HTTPServer.Limits()) -> Int? {
        do throws(HTTPProblem) {
            _ = try head.request(peer: .loopback, limits: limits)
            return nil
        } catch {
            #expect(error.headers["Connection"] == "close" || error.status == 400)
            return error.status
        }
    }

    @Test func aGoodOneBecomesARequest() throws {
        let request = try head().request(peer: .loopback, limits: HTTPServer.Limits())
        #expect(request.method == .get)
        #expect(request.path == ["a"])
        #expect(request.query["b"] == "c")
        #expect(request.headers["host"] == "localhost")
        #expect(request.peer == .loopback)
    }

    @Test func whatIsNotKnownIsToldApart() {
        #expect(status(head(method: "BREW")) == 501)
        #expect(status(head(method: "get")) == 501)
        #expect(status(head(["Transfer-Encoding": "gzip"])) == 501)
        #expect(status(head(["Host": "a", "host": "b"])) == 400)
        #expect(status(head(["a b": "c"])) == 400)
        #expect(status(head(["": "c"])) == 400)
        #expect(status(head(["a": "b\u{1}c"])) == 400)
        #expect(status(head(["a": "b\tc é"])) == nil)
    }

    @Test func sizesAreLimited() {
        var limits = HTTPServer.Limits()
        limits.headerFields = 3
        limits.headerBytes = 200
        let fields: [(String, String)] = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]
        #expect(status(head(Headers(Array(fields.prefix(3)))), limits: limits) == nil)
        #expect(status(head(Headers(fields)), limits: limits) == 431)
        #expect(status(head(["a": String(repeating: "b", count: 200)]), limits: limits) == 431)
    }

    @Test func aWholeURIReplacesTheHost() throws {
        let head = RequestHead(method: "GET", target: "http://other/", headers: ["Host": "localhost"])
        #expect(try head.request(peer: .loopback, limits: HTTPServer.Limits()).headers.all("host") == ["other"])
    }

    @Test func bodiesAreAnnouncedOnce() throws {
        #expect(try head().body == .none)
        #expect(try head(["Content-Length": "0"]).body == .none)
        #expect(try head(["Content-Length": "17"]).body == .length(17))
        #expect(try head(["Transfer-Encoding": "Chunked"]).body == .chunked)
        for headers: Headers in [
            ["Content-Length": "1", "Transfer-Encoding": "chunked"], ["Content-Length": "1", "content-length": "1"],
            ["Content-Length": "+1"], ["Content-Length": ""], ["Content-Length": "99999999999999999999"],
        ] {
            let problem = #expect(throws: HTTPProblem.self) { try head(headers).body }
            #expect(problem?.status == 400)
        }
    }
}
