import EspyServer
import Foundation

/// A server on a real port with routes that show what happens on the wire.
final class WireServer: Sendable {
    let listener: Listener
    /// What handlers had to say, in order.
    let notes = Notes()
    /// Lets handlers go on that wait for it.
    let release = Latch()

    init(
        limits: Limits = Limits(), certificate: ServerCertificate? = nil, addresses: [String] = ["127.0.0.1"]
    ) throws {
        let (notes, release) = (notes, release)
        let core = ServerCore(router: Router(Self.routes(notes, release) + Self.streams(notes, release)))
        listener = try Listener(core, on: addresses, port: 0, certificate: certificate, limits: limits)
    }

    private static func routes(_ notes: Notes, _ release: Latch) -> [Route] {
        [
            Route(.get, "/hello/{name}") { (_, values) throws(Problem) in try .json(values["name"]) },
            Route(.get, "/peer") { (request, _) throws(Problem) in
                try .json("\(request.peer.address) \(request.peer.isLoopback) \(request.peer.isEncrypted)")
            },
            // Waits for the latch, or for its end.
            Route(.get, "/wait") { (_, _) throws(Problem) in
                notes.add("waits")
                await release.wait()
                notes.add(Task.isCancelled ? "cancelled" : "released")
                return try .json("done")
            },
            // Cares for nothing, and takes its time.
            Route(.get, "/stubborn") { (_, _) throws(Problem) in
                notes.add("waits")
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        Thread.sleep(forTimeInterval: 6)
                        continuation.resume()
                    }
                }
                return try .json("late")
            },
            Route(.post, "/ignores") { (_, _) throws(Problem) in try .json("not read") },
        ]
    }

    private static func streams(_ notes: Notes, _ release: Latch) -> [Route] {
        [
            Route(.post, "/sum") { (request, _) throws(Problem) in try .json(try await Self.sum(request.body)) },
            // Takes one piece, and the others when it may.
            Route(.post, "/later") { (request, _) throws(Problem) in
                var iterator = request.body.makeAsyncIterator()
                var count = try await iterator.next()?.count ?? 0
                notes.add("first piece")
                await release.wait()
                while let piece = try await iterator.next() { count += piece.count }
                return try .json(count)
            },
            Route(.post, "/small") { (request, _) throws(Problem) in
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

    /// Of all bytes, and how many there are.
    private static func sum(_ body: RequestBody) async throws(Problem) -> [Int] {
        var (count, sum) = (0, 0)
        for try await piece in body {
            count += piece.count
            for byte in piece { sum = (sum &* 31 &+ Int(byte)) & 0xFFFF_FFFF }
        }
        return [count, sum]
    }

    /// What `/sum` finds in those bytes.
    static func sum(_ bytes: [UInt8]) -> String {
        "[\(bytes.count),\(bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF })]"
    }

    /// Speaks to the server on one connection, on a thread of its own.
    func talk<Value: Sendable>(_ body: @escaping @Sendable (RawClient) throws -> Value) async throws -> Value {
        let port = listener.port
        return try await onThread { try body(try RawClient(port: port)) }
    }

    /// Runs a test, and stops the server in any case.
    static func run(
        limits: Limits = Limits(), certificate: ServerCertificate? = nil, addresses: [String] = ["127.0.0.1"],
        _ body: (WireServer) async throws -> Void
    ) async throws {
        let server = try WireServer(limits: limits, certificate: certificate, addresses: addresses)
        do {
            try await body(server)
        } catch {
            server.release.open()
            await server.listener.stop()
            throw error
        }
        server.release.open()
        await server.listener.stop()
    }
}

extension RawClient {
    /// A request without a body.
    func ask(_ target: String, method: String = "GET", fields: String = "") {
        send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    }

    /// So many whole answers whose length is told in the header.
    func answers(_ count: Int, within seconds: Double = 20) -> RawAnswer {
        receive(within: seconds) { $0.bodies.count >= count }
    }
}

extension RawAnswer {
    /// Of answers that are here as a whole, one after the other.
    var bodies: [String] {
        var bodies: [String] = []
        var rest = bytes[...]
        while let (head, body) = Self.split(rest) {
            let length = head.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
            guard body.count >= length else { break }
            bodies.append(String(decoding: body.prefix(length), as: UTF8.self))
            rest = body.dropFirst(length)
        }
        return bodies
    }

    /// The body of one answer in chunks, as far as it is here, and whether that is all of it.
    var stream: (text: String, isWhole: Bool) {
        guard var rest = Self.split(bytes[...])?.1 else { return ("", false) }
        var text: [UInt8] = []
        while let end = rest.firstIndex(of: 0x0D) {
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) ?? 0
            guard rest.endIndex - end >= size + 4 else { break }
            if size == 0 { return (String(decoding: text, as: UTF8.self), true) }
            text += rest[(end + 2)..<(end + 2 + size)]
            rest = rest[(end + size + 4)...]
        }
        return (String(decoding: text, as: UTF8.self), false)
    }

    /// At the empty line.
    private static func split(_ bytes: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>)? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= mark.count else { return nil }
        for at in bytes.startIndex...(bytes.endIndex - mark.count) where bytes[at..<at + mark.count].elementsEqual(mark)
        {
            return (String(decoding: bytes[..<at], as: UTF8.self), bytes[(at + mark.count)...])
        }
        return nil
    }
}
