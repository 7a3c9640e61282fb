import EspyApp
import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Testing

/// Described by its name alone, because some are a megabyte long.
private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fields: String
    let body: String

    init(_ name: String, _ fields: String, _ body: String) {
        testDescription = name
        self.fields = fields
        self.body = body
    }

    /// A case with a chunked body.
    init(_ name: String, _ body: String) { self.init(name, "Transfer-Encoding: chunked\r\n", body) }
}

/// Bodies that differ from their declaration, and requests that try to hide others.
@Suite(.serialized) struct HostileBodyTests {
    private static let hidden = "GET /api/v1/hidden HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"

    private static func post(_ fields: String, _ body: String) -> String {
        "POST /api/v1/photos HTTP/1.1\r\nHost: HOST\r\n\(fields)\r\n\(body)"
    }

    private static func chunks(_ body: String) -> String { post("Transfer-Encoding: chunked\r\n", body) }

    @Test(arguments: [
        Case("both", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        Case("both, reversed", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
        Case("two lengths", "Content-Length: 0\r\nContent-Length: 100\r\n", ""),
        Case("equal lengths", "Content-Length: 0\r\nContent-Length: 0\r\n", ""),
        Case("listed lengths", "Content-Length: 0, 0\r\n", ""), Case("signed", "Content-Length: +0\r\n", ""),
        Case("negative", "Content-Length: -1\r\n", ""), Case("hexadecimal", "Content-Length: 0x0\r\n", ""),
        Case("fraction", "Content-Length: 0.0\r\n", ""), Case("empty", "Content-Length: \r\n", ""),
        Case("endless", "Content-Length: 99999999999999999999\r\n", ""),
        Case("two codings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"),
        Case("listed codings", "Transfer-Encoding: identity, chunked\r\n", "0\r\n\r\n"),
        Case("chunked twice", "Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
        Case("like chunked", "Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
        Case("quoted", "Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"),
        Case("tab", "Transfer-Encoding: \u{B}chunked\r\n", "0\r\n\r\n"),
        Case("blank before colon", "Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
        Case("folded", "Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n", ""),
        Case(
            "blank before name", "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\nContent-Length: 5\r\n", ""
        ),
        Case("NUL", "Content-Length: 0\0\r\n", ""),
    ])
    fileprivate func requestsThatHideOthersAreRefused(hostile: Case) async throws {
        try await HostileServer.run { server in
            let answer = try await server.send(Self.post(hostile.fields, hostile.body + Self.hidden))
            #expect(answer.isClosed)
            // libmicrohttpd repeats refusals that it sends itself.
            #expect(answer.statuses.count <= 2, "\(answer.text)")
            #expect(answer.statuses.allSatisfy { [400, 413, 501].contains($0) }, "\(answer.text)")
            #expect(server.seen.withLock { $0 } == [])
        }
    }

    @Test(arguments: [
        Case("no number", "zz\r\nabc\r\n0\r\n\r\n"), Case("negative", "-5\r\nabcde\r\n0\r\n\r\n"),
        Case("overflow", "FFFFFFFFFFFFFFFF1\r\nabc\r\n0\r\n\r\n"), Case("prefix", "0x5\r\nabcde\r\n0\r\n\r\n"),
        Case("largest", "7FFFFFFFFFFFFFFF\r\nabc"), Case("blank", " 5\r\nabcde\r\n0\r\n\r\n"),
        Case("no line end", "5\r\nabcdeXX0\r\n\r\n"), Case("too short", "3\r\nabcdef\r\n0\r\n\r\n"),
        Case("cut", "5\r\nab"),
        Case("empty size", "\r\nabc\r\n0\r\n\r\n"),
        Case("long extension", "5;" + String(repeating: "x", count: 1_000_000)),
        Case("long size", String(repeating: "0", count: 1_000_000)),
        Case("long trailer", "0\r\nX: " + String(repeating: "x", count: 1_000_000)),
        Case("trailers", "0\r\n" + String(repeating: "X: y\r\n", count: 100_000)),
    ])
    fileprivate func brokenChunksEndTheConnection(hostile: Case) async throws {
        try await HostileServer.run { server in
            let answer = try await server.send(Self.chunks(hostile.body))
            #expect(answer.isClosed)
            #expect(answer.statuses.count <= 1)
            // For an endless size, libmicrohttpd answers 500, as if the fault were its own.
            let isEndless = hostile.testDescription.hasPrefix("long")
            #expect(
                [400, 413, 431, isEndless ? 500 : 400].contains(answer.statuses.first ?? 400),
                "\(answer.text.prefix(300))")
        }
    }

    @Test func goodChunksAreTaken() async throws {
        try await HostileServer.run { server in
            let body = "5\r\nabcde\r\nA;note=x\r\n0123456789\r\n0\r\nX: y\r\n\r\n"
            let answer = try await server.send(Self.chunks(body) + Self.hidden)
            #expect(answer.statuses == [200, 200])
            #expect(answer.text.contains(#"{"bytes":15}"#))
        }
    }

    @Test func oversizedBodiesAreRefused() async throws {
        try await HostileServer.run { server in
            let body = String(repeating: "x", count: 3 << 20)
            let whole = try await server.send(Self.post("Content-Length: \(body.utf8.count)\r\n", body))
            #expect(whole.statuses == [413])
            #expect(whole.problem == "too-large")
            #expect(whole.isClosed)
            // A client that announces much and sends little is not read to the end.
            let announced = try await server.send(Self.post("Content-Length: 999999999\r\n", "abc"))
            #expect(announced.isClosed)
            #expect(!announced.statuses.contains(200))
            let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
            let endless = try await server.send(Self.chunks(String(repeating: chunk, count: 100)))
            #expect(endless.isClosed)
            #expect(endless.statuses.count <= 1)
            #expect([413, nil].contains(endless.statuses.first))
            let waiting = try await server.send(
                Self.post("Content-Length: 999999999\r\nExpect: 100-continue\r\n", ""))
            #expect(waiting.statuses == [413])
        }
    }

    @Test func cutBodiesAreNotTaken() async throws {
        try await HostileServer.run { server in
            let answer = try await server.send(Self.post("Content-Length: 100\r\n", "abc"))
            #expect(answer.isClosed)
            #expect(!answer.statuses.contains(200))
        }
    }
}
