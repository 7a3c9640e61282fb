import EspyHTTP
import EspyHTTPTesting
import Foundation
import Synchronization
import Testing

/// Servers that stop while clients connect and the processors are busy. The process must survive.
///
/// `ESPY_SERVER_STARTS=2000` starts and stops 2,000 servers.
@Suite(.serialized) struct StopStressTests {
    private static let starts = ProcessInfo.processInfo.environment["ESPY_SERVER_STARTS"].flatMap { Int($0) } ?? 60

    @Test func serversStopUnderLoad() async throws {
        let load = Load(threads: 2)
        defer { load.end() }
        let clients = Clients(count: 3)
        defer { clients.end() }
        for number in 0..<Self.starts {
            let server = try HTTPServer(on: ["127.0.0.1", "::1"], port: 0, limits: Self.limits) { _ in
                RequestHandler(Self.router)
            }
            clients.aim(at: server.port)
            // Stops each time at a different moment in the clients' work.
            try await Task.sleep(for: .microseconds(200 + 700 * (number % 11)))
            await server.stop()
        }
        #expect(clients.answers > Self.starts / 4)
    }

    /// Handlers that ignore cancellation hold their connections until the very end.
    @Test func handlersThatAnswerTooLateDoNoHarm() async throws {
        for number in 0..<max(3, Self.starts / 200) {
            let notes = Notes()
            let server = try HTTPServer(on: ["127.0.0.1"], port: 0, limits: Self.limits) { _ in
                RequestHandler(Router([Self.late(notes)]))
            }
            let port = server.port
            let client = try await onThread {
                let client = try RawClient(port: port)
                client.ask("/late?after=\(300 + 300 * (number % 4))")
                return client
            }
            #expect(await notes.has("begun"))
            await server.stop()
            #expect(try await onThread { client.answer() }.isClosed)
        }
    }

    private static let limits = {
        var limits = HTTPServer.Limits()
        limits.farewell = 0.05
        return limits
    }()

    private static let router = Router([
        Route(.get, "/quick") { (_, _) throws(HTTPProblem) in try .json("done") },
        Route(.get, "/slow") { (_, _) throws(HTTPProblem) in
            try? await Task.sleep(for: .milliseconds(30))
            return try .json("done")
        },
        Route(.get, "/events") { (_, _) in
            let (stream, source) = AsyncStream<ServerEvent>.makeStream()
            source.yield(ServerEvent("tick", data: "0"))
            return Response(headers: ["Content-Type": "text/event-stream"], body: .events(stream))
        },
    ])

    /// An endless stream that begins when all others have been asked to stop.
    private static func late(_ notes: Notes) -> Route {
        Route(.get, "/late") { (request, _) in
            notes.add("begun")
            let delay = request.query["after"].flatMap { Double($0) } ?? 0
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: delay / 1000)
                    continuation.resume()
                }
            }
            let (stream, source) = AsyncStream<ServerEvent>.makeStream()
            source.yield(ServerEvent("tick", data: "0"))
            return Response(headers: ["Content-Type": "text/event-stream"], body: .events(stream))
        }
    }
}

/// Threads that keep processors busy until they are stopped.
private final class Load: Sendable {
    private let isFinished = Atomic(false)

    init(threads: Int) {
        for _ in 0..<threads { Thread.detachNewThread { [self] in while !isFinished.load(ordering: .relaxed) {} } }
    }

    func end() { isFinished.store(true, ordering: .relaxed) }
}

/// Clients that connect to the current server again and again and request different things.
private final class Clients: Sendable {
    private let port = Atomic(0)
    private let isFinished = Atomic(false)
    private let count = Atomic(0)

    init(count: Int) {
        let targets = ["/quick", "/slow", "/quick", "/events", "/quick", "/none"]
        for number in 0..<count {
            Thread.detachNewThread { [self] in
                var turn = number
                while !isFinished.load(ordering: .relaxed) {
                    ask(targets[turn % targets.count])
                    turn += 1
                }
            }
        }
    }

    private func ask(_ target: String) {
        let port = port.load(ordering: .relaxed)
        guard port > 0, let client = try? RawClient(port: port) else { return Thread.sleep(forTimeInterval: 0.0005) }
        client.ask(target)
        if !client.receive(within: 0.02, until: { !$0.bytes.isEmpty }).bytes.isEmpty {
            count.wrappingAdd(1, ordering: .relaxed)
        }
    }

    func aim(at port: Int) { self.port.store(port, ordering: .relaxed) }
    func end() { isFinished.store(true, ordering: .relaxed) }
    var answers: Int { count.load(ordering: .relaxed) }
}
