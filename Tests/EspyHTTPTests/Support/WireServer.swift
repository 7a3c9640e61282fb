import EspyHTTP
import EspyHTTPTesting
import Foundation

/// A server on a real port, with routes that show what happens on the wire.
final class WireServer: Sendable {
    let server: HTTPServer
    /// Notes from the handlers, in order.
    let notes = Notes()
    /// Releases the handlers that wait for it.
    let release = Latch()

    init(
        limits: HTTPServer.Limits = .init(), certificate: ServerCertificate? = nil, addresses: [String] = ["127.0.0.1"]
    ) throws {
        let (notes, release) = (notes, release)
        let router = Router(Self.routes(notes, release) + Self.streams(notes, release))
        server = try HTTPServer(on: addresses, port: 0, certificate: certificate, limits: limits) { _ in
            RequestHandler(router)
        }
    }

    private static func routes(_ notes: Notes, _ release: Latch) -> [Route] {
        [
            Route(.get, "/hello/{name}") { (_, values) throws(HTTPProblem) in try .json(values["name"]) },
            Route(.get, "/peer") { (request, _) throws(HTTPProblem) in
                let peer = request.peer
                return try .json("\(peer.address) \(peer.isLoopback) \(peer.isOwnUser) \(peer.isEncrypted)")
            },
            // Waits for the latch or for cancellation.
            Route(.get, "/wait") { (_, _) throws(HTTPProblem) in
                notes.add("waits")
                await release.wait()
                notes.add(Task.isCancelled ? "cancelled" : "released")
                return try .json("done")
            },
            // Ignores cancellation, and takes its time.
            Route(.get, "/stubborn") { (_, _) throws(HTTPProblem) in
                notes.add("waits")
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        Thread.sleep(forTimeInterval: 6)
                        continuation.resume()
                    }
                }
                return try .json("late")
            },
            Route(.post, "/ignores") { (_, _) throws(HTTPProblem) in try .json("not read") },
        ]
    }

    private static func streams(_ notes: Notes, _ release: Latch) -> [Route] {
        [
            Route(.post, "/sum") { (request, _) throws(HTTPProblem) in try .json(try await Self.sum(request.body)) },
            // Reads one piece, and the rest when the latch opens.
            Route(.post, "/later") { (request, _) throws(HTTPProblem) in
                var iterator = request.body.makeAsyncIterator()
                var count = try await iterator.next()?.count ?? 0
                notes.add("first piece")
                await release.wait()
                while let piece = try await iterator.next() { count += piece.count }
                return try .json(count)
            },
            Route(.post, "/small") { (request, _) throws(HTTPProblem) in
                try .json(try await request.body.collected(limit: 1000).count)
            },
            Route(.get, "/events") { (request, _) in
                let count = request.query["count"].flatMap { Int($0) } ?? 0
                let (stream, source) = AsyncStream<ServerEvent>.makeStream()
                source.onTermination = { notes.add($0 == .cancelled ? "left" : "over") }
                for number in 0..<count { source.yield(ServerEvent("tick", data: String(number))) }
                let isEndless = request.query["endless"] == "yes"
                Task {
                    await release.wait()
                    source.yield(ServerEvent("tick", data: "last"))
                    if !isEndless { source.finish() }
                }
                return Response(headers: ["Content-Type": "text/event-stream"], body: .events(stream))
            },
        ]
    }

    /// The sum of all bytes, and their number.
    private static func sum(_ body: RequestBody) async throws(HTTPProblem) -> [Int] {
        var (count, sum) = (0, 0)
        for try await piece in body {
            count += piece.count
            for byte in piece { sum = (sum &* 31 &+ Int(byte)) & 0xFFFF_FFFF }
        }
        return [count, sum]
    }

    /// The answer of `/sum` for these bytes.
    static func sum(_ bytes: [UInt8]) -> String {
        "[\(bytes.count),\(bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF })]"
    }

    var port: Int { server.port }

    func stop() async { await server.stop() }

    /// Talks to the server on one connection, on its own thread.
    func talk<Value: Sendable>(_ body: @escaping @Sendable (RawClient) throws -> Value) async throws -> Value {
        let port = port
        return try await onThread { try body(try RawClient(port: port)) }
    }

    /// Runs a test, and always stops the server.
    static func run(
        limits: HTTPServer.Limits = .init(), certificate: ServerCertificate? = nil, addresses: [String] = ["127.0.0.1"],
        _ body: (WireServer) async throws -> Void
    ) async throws {
        let server = try WireServer(limits: limits, certificate: certificate, addresses: addresses)
        do {
            try await body(server)
        } catch {
            server.release.open()
            await server.stop()
            throw error
        }
        server.release.open()
        await server.stop()
    }
}
