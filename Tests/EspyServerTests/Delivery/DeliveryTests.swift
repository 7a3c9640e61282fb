import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// The processing of answers on their way out.
struct DeliveryTests {
    private static let text = String(repeating: "Forty-seven vials. ", count: 200)
    private static let picture = (0..<2000).map { UInt8($0 % 251) }
    private let folder: TestFolder
    private let core: ServerCore

    init() throws {
        folder = try TestFolder()
        let path = folder.file("file.bin")
        try Data(Self.picture).write(to: URL(fileURLWithPath: path))
        let dated: Headers = [
            "Content-Type": "image/png", "ETag": "\"p1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
            "Cache-Control": "private",
        ]
        core = ServerCore(
            router: Router([
                Route(.get, "/text") { (_, _) in
                    Response(
                        headers: ["Content-Type": "text/plain; charset=utf-8", "ETag": "\"t1\"", "Vary": "Cookie"],
                        body: .bytes(Array(Self.text.utf8)))
                },
                Route(.get, "/short") { (_, _) throws(HTTPProblem) in try .json("short") },
                Route(.post, "/text") { (_, _) throws(HTTPProblem) in try .json(Self.text, status: 201) },
                Route(.get, "/picture") { (_, _) in Response(headers: dated, body: .bytes(Self.picture)) },
                Route(.get, "/file") { (_, _) throws(HTTPProblem) in
                    guard let file = OpenFile(path) else { throw .notFound }
                    return Response(headers: dated, body: .file(file, offset: 100, length: 1900))
                },
                Route(.get, "/empty") { (_, _) in Response(headers: dated, body: .bytes([])) },
            ]))
    }

    private func ask(_ path: String, _ headers: Headers = [:], _ method: Request.Method = .get) async -> Response {
        await core.respond(to: Request(method, path: [path], headers: headers))
    }

    private func bytes(_ response: Response) throws -> [UInt8] {
        switch response.body {
        case .bytes(let bytes): return bytes
        case .none: return []
        case .file(let file, let offset, let length):
            let all = try #require(file.bytes())
            return Array(all[offset..<offset + length])
        case .events: throw POSIXError(.EINVAL)
        }
    }

    // MARK: Conditional requests

    @Test(arguments: ["\"p1\"", "W/\"p1\"", "*", "\"x\", \"p1\"", "\"x\",\t W/\"p1\" "])
    func whatIsKnownIsNotSentAgain(tags: String) async throws {
        for method: Request.Method in [.get, .head] {
            let answer = await ask("picture", ["If-None-Match": tags], method)
            #expect(answer.status == 304)
            #expect(try bytes(answer).isEmpty)
            #expect(answer.headers["ETag"] == "\"p1\"")
            #expect(answer.headers["Cache-Control"] == "private")
            #expect(answer.headers["Content-Type"] == nil)
        }
    }

    @Test(arguments: ["\"p2\"", "p1", "\"P1\"", ""])
    func otherTagsAreNotKnown(tag: String) async {
        // The tag takes precedence if there is one: here the date says the opposite.
        let date = "Mon, 07 Nov 1994 08:49:37 GMT"
        #expect(await ask("picture", ["If-None-Match": tag, "If-Modified-Since": date]).status == 200)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:36 GMT", 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 304),
        ("Fri, 29 Feb 2096 00:00:00 GMT", 304), ("Sun, 06 Nov 1994 08:49:37 CET", 200), ("yesterday", 200),
        ("Sun, 06 Abc 1994 08:49:37 GMT", 200), ("Sun, 06 Nov 1994 25:49:37 GMT", 200),
    ])
    func datesAreCompared(date: String, status: Int) async {
        #expect(await ask("picture", ["If-Modified-Since": date]).status == status)
    }

    // MARK: Ranges

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-99", 0..<100), ("bytes=1900-", 1900..<2000), ("bytes=-100", 1900..<2000),
        ("bytes=1999-99999999", 1999..<2000), ("bytes=-99999", 0..<2000), ("Bytes=5-9", 5..<10),
    ])
    func partsAreCutOut(field: String, range: Range<Int>) async throws {
        let answer = await ask("picture", ["Range": field])
        #expect(answer.status == 206)
        #expect(answer.headers["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/2000")
        #expect(try bytes(answer) == Array(Self.picture[range]))
    }

    @Test func partsOfFilesAreCutOut() async throws {
        let answer = await ask("file", ["Range": "bytes=10-19"])
        #expect(answer.status == 206)
        #expect(answer.headers["Content-Range"] == "bytes 10-19/1900")
        #expect(try bytes(answer) == Array(Self.picture[110..<120]))
    }

    @Test(arguments: ["bytes=2000-", "bytes=2000-3000", "bytes=-0"])
    func whatLiesOutsideIsRefused(field: String) async {
        let answer = await ask("picture", ["Range": field])
        #expect(answer.status == 416)
        #expect(answer.headers["Content-Range"] == "bytes */2000")
        #expect(answer.problem == "no-such-range")
    }

    @Test(arguments: [
        "bytes=5-4", "bytes=0-1,3-4", "bytes=", "bytes=-", "bytes=a-b", "bytes=+1-2", "bytes= 0-1", "lines=0-1", "0-1",
        "bytes=0--1", "bytes=99999999999999999999-",
    ])
    func whatIsNotUnderstoodGivesAll(field: String) async throws {
        let answer = await ask("picture", ["Range": field])
        #expect(answer.status == 200)
        #expect(answer.headers["Accept-Ranges"] == "bytes")
        #expect(try bytes(answer).count == 2000)
    }

    @Test(arguments: [
        ("\"p1\"", 206), ("W/\"p1\"", 200), ("\"p2\"", 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 206),
        ("Sun, 06 Nov 1994 08:49:38 GMT", 200),
    ])
    func partsFitToWhatTheClientHas(field: String, status: Int) async {
        #expect(await ask("picture", ["Range": "bytes=0-9", "If-Range": field]).status == status)
    }

    @Test func partsAreForGettingOnly() async {
        #expect(await ask("picture", ["Range": "bytes=0-9"], .head).status == 200)
        #expect(await ask("empty", ["Range": "bytes=0-9"]).status == 416)
        #expect(await ask("text", ["Range": "bytes=0-9"]).status == 200)
    }

    // MARK: Compression

    @Test(arguments: [
        ("gzip", "gzip"), ("deflate", "deflate"), ("gzip, deflate, br", "gzip"), ("gzip;q=0.5, deflate", "deflate"),
        ("*", "gzip"), ("gzip;q=0, *;q=0.1", "deflate"), ("br", nil), ("gzip;q=0", nil), ("", nil), ("identity", nil),
        ("GZIP ; Q=1", "gzip"),
    ])
    func textGetsSmall(accepted: String, coding: String?) async throws {
        let answer = await ask("text", ["Accept-Encoding": accepted])
        #expect(answer.headers["Content-Encoding"] == coding)
        #expect(answer.headers["Vary"] == "Cookie, Accept-Encoding")
        let bytes = try bytes(answer)
        if coding == nil {
            #expect(bytes == Array(Self.text.utf8))
            #expect(answer.headers["ETag"] == "\"t1\"")
        } else {
            #expect(bytes.count < 300)
            #expect(answer.headers["ETag"] == "W/\"t1\"")
            #expect(bytes.starts(with: coding == "gzip" ? [0x1F, 0x8B] : [0x78]))
        }
    }

    @Test func picturesAndShortAnswersStayAsTheyAre() async {
        for path in ["picture", "file", "short"] {
            let answer = await ask(path, ["Accept-Encoding": "gzip"])
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Encoding"] == nil)
            #expect(answer.headers["Vary"] == nil)
        }
    }

    @Test func otherAnswersGetSmallToo() async throws {
        let answer = await ask("text", ["Accept-Encoding": "gzip", "If-None-Match": "*"], .post)
        #expect(answer.status == 201)
        #expect(answer.headers["Content-Encoding"] == "gzip")
    }

    @Test func whatIsKnownIsKnownInAnyCoding() async {
        let answer = await ask("text", ["Accept-Encoding": "gzip", "If-None-Match": "W/\"t1\""])
        #expect(answer.status == 304)
        #expect(answer.headers["Vary"] == "Cookie, Accept-Encoding")
    }
}
