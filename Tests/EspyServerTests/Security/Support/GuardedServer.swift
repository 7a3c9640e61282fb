import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// A server with all its checks and a few routes, on the network.
struct GuardedServer {
    static let port = 8017
    static let phone = Request.Peer(address: "192.168.1.9", isLoopback: false)
    static let host = "192.168.1.5:8017"

    let time = StoppedClock()
    let folder: TestFolder
    let devices: DeviceStore
    let pairing: PairingService
    let sharing: Sharing
    let attempts = Mutexed(0)
    let core: ServerCore
    let router: Router

    /// - Parameters:
    ///   - isShared: whether it is reachable from the network, as with --lan.
    ///   - isOpen: whether all users of this machine have access, as with --no-auth.
    init(isShared: Bool = true, isOpen: Bool = false, more: [Route] = []) throws {
        folder = try TestFolder()
        devices = try DeviceStore(path: folder.file("devices.json"), clock: time.clock, random: testRandom())
        pairing = PairingService(clock: time.clock, random: testRandom(seed: 7))
        sharing = Sharing(
            port: Self.port, isEncrypted: false, addresses: { ["192.168.1.5", "[fd00::5]"] })
        let letsIn = PairingRoutes(pairing: pairing, sharing: isShared ? sharing : nil, devices: devices)
        let ok: Handler = { (_, _) throws(HTTPProblem) in try .json("ok") }
        router = Router(
            letsIn.routes + DeviceRoutes(devices: devices).routes
                + [
                    Route(.get, "/api/v1/health", handler: ok), Route(.get, "/api/v1/history", handler: ok),
                    Route(.patch, "/api/v1/history/{id}", handler: ok), Route(.get, "/count", handler: ok),
                    Route(.post, "/count", handler: ok),
                ] + more)
        let names: Set<String> = ["192.168.1.5", "fd00::5", "workshop", "workshop.local"]
        let network: (@Sendable () -> Set<String>)? = isShared ? { @Sendable in names } : nil
        let hosts = ServedHosts(port: Self.port, network: network)
        let localAccess = LocalAccess(isOpen: isOpen) { [attempts] in attempts.withLock { $0 += 1 } }
        core = ServerCore(
            router: router,
            access: AccessPolicy(hosts: hosts, devices: devices, isShared: isShared, localAccess: localAccess))
    }

    /// Sends a request from this machine.
    func ask(
        _ method: Request.Method = .get, _ path: String = "/api/v1/history", host: String? = "localhost:8017",
        headers: Headers = [:], body: String = ""
    ) async -> Response {
        await send(method, path, host, headers, .loopback, body)
    }

    /// Sends a request from another user of this machine.
    func askFromOtherUser(
        _ method: Request.Method = .get, _ path: String = "/api/v1/history", host: String = "localhost:8017",
        headers: Headers = [:], body: String = ""
    ) async -> Response {
        let peer = Request.Peer(address: "127.0.0.1", isLoopback: true, isOwnUser: false)
        return await send(method, path, host, headers, peer, body)
    }

    /// Sends a request from a phone.
    func askFromPhone(
        _ method: Request.Method = .get, _ path: String = "/api/v1/history", host: String? = Self.host,
        cookie: String? = nil, headers: Headers = [:], body: String = "", peer: Request.Peer = Self.phone
    ) async -> Response {
        var headers = headers
        headers["Cookie"] = cookie
        return await send(method, path, host, headers, peer, body)
    }

    private func send(
        _ method: Request.Method, _ path: String, _ host: String?, _ headers: Headers, _ peer: Request.Peer,
        _ body: String
    ) async -> Response {
        var headers = headers
        if let host { headers.add("Host", host) }
        let request = Request(
            method, path: path.split(separator: "/").map(String.init), headers: headers, peer: peer,
            body: RequestBody(Array(body.utf8)))
        return await core.respond(to: request)
    }

    /// Pairs a phone.
    ///
    /// - Returns: the cookie that it sends from then on.
    func pairPhone() async throws -> String {
        let code = await pairing.invitation().code
        let answer = await askFromPhone(.post, "/api/v1/pairing", body: #"{"code":"\#(code)"}"#)
        try #require(answer.status == 200)
        return String(try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first))
    }
}

extension Response {
    /// Decodes the body.
    func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard case .bytes(let bytes) = body else { throw NoBytes() }
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// The type of the problem; nil if the answer is not one.
    var problem: String? {
        struct Shape: Decodable { let type: String }
        guard headers["Content-Type"] == "application/problem+json" else { return nil }
        return try? json(Shape.self).type.replacing("/problems/", with: "")
    }

    private struct NoBytes: Error {}
}
