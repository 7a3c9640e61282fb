import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// A server on a real port, with its real checks and little patience.
final class HostileServer: Sendable {
    let listener: HTTPServer
    /// The requested paths that reached routes.
    let seen = Mutexed<[String]>([])
    static let bodyLimit = 1 << 20

    private static var impatient: HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        limits.headerTime = 1
        limits.idleTime = 2
        limits.patience = 1
        limits.drainTime = 1
        return limits
    }

    /// The whole server, without pages.
    init(api: API, devices: DeviceStore) throws {
        listener = try HTTPServer(on: ["127.0.0.1"], port: 0, limits: Self.impatient) { port in
            ServerCore(
                api: api, pages: nil, devices: devices,
                pairing: PairingService(clock: ServerClock(now: { 0 }, elapsed: { 0 })), sharing: nil,
                hosts: ServedHosts(port: port)
            ).handler
        }
    }

    /// A few routes that report what reached them.
    init() throws {
        let seen = seen
        // More than the system buffers for a client that does not read.
        let large = [UInt8](repeating: 65, count: 16 << 20)
        let routes = [
            Route(.get, "/api/v1/history") { (request, _) throws(HTTPProblem) in
                seen.withLock { $0.append(request.path.joined(separator: "/")) }
                return try .json("ok")
            },
            Route(.post, "/api/v1/photos") { (request, _) throws(HTTPProblem) in
                seen.withLock { $0.append(request.path.joined(separator: "/")) }
                return try .json(["bytes": try await request.body.collected(limit: HostileServer.bodyLimit).count])
            },
            Route(.get, "/api/v1/hidden") { (request, _) throws(HTTPProblem) in
                seen.withLock { $0.append("hidden") }
                return try .json("hidden")
            },
            Route(.get, "/app/{name}") { (_, values) throws(HTTPProblem) in try .json(values["name"]) },
            Route(.get, "/api/v1/large") { (_, _) in
                Response(body: .bytes(large))
            },
        ]
        listener = try HTTPServer(on: ["127.0.0.1"], port: 0, limits: Self.impatient) { port in
            ServerCore(router: Router(routes), access: AccessPolicy(hosts: ServedHosts(port: port))).handler
        }
    }

    var port: Int { listener.port }
    var host: String { "localhost:\(port)" }

    /// Sends bytes on a new connection. `HOST` is replaced by the name of the server.
    func send(_ text: String, within seconds: Double = 20) async throws -> RawAnswer {
        try await send(Array(text.replacing("HOST", with: host).utf8), within: seconds)
    }

    func send(_ bytes: [UInt8], within seconds: Double = 20) async throws -> RawAnswer {
        let port = port
        return try await onThread {
            let client = try RawClient(port: port)
            client.send(bytes)
            return client.answer(within: seconds)
        }
    }

    /// Returns how long a well-behaved client waits for an answer, in seconds.
    func wellMeantTime() async throws -> Double {
        let start = Date()
        let answer = try await send("GET /api/v1/history HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
        try #require(answer.statuses == [200])
        return Date().timeIntervalSince(start)
    }

    /// Runs a test, checks that the server still answers, and stops it.
    static func run(
        _ server: HostileServer? = nil, _ body: (HostileServer) async throws -> Void
    ) async throws {
        let server = try server ?? HostileServer()
        do {
            try await body(server)
            _ = try await server.wellMeantTime()
        } catch {
            await server.listener.stop()
            throw error
        }
        await server.listener.stop()
    }
}
