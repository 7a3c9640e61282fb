import Espy
import EspyHTTP

/// Decides which requests are allowed. It checks each request before any route does.
package struct AccessPolicy: Sendable {
    private let hosts: ServedHosts
    /// The paired devices; nil if pairing is not possible.
    private let devices: DeviceStore?
    /// Whether other machines may connect.
    private let isShared: Bool
    /// The tokens of programs; nil if none are accepted.
    private let tokens: TokenStore?
    private let localAccess: LocalAccess

    package init(
        hosts: ServedHosts, devices: DeviceStore? = nil, isShared: Bool = true, tokens: TokenStore? = nil,
        localAccess: LocalAccess = LocalAccess()
    ) {
        self.hosts = hosts
        self.devices = devices
        self.isShared = isShared
        self.tokens = tokens
        self.localAccess = localAccess
    }

    /// - Returns: The authenticated caller.
    /// - Throws: Why the request is rejected.
    func admit(_ request: Request) async throws(HTTPProblem) -> Request.Caller {
        let place = try place(of: request)
        let caller = try await caller(of: request, at: place)
        if caller == .stranger, Self.isOnThisMachine(request, place) { localAccess.attempted() }
        guard caller != .stranger || devices(for: request, place) != nil && Self.isOpen(request) else {
            throw request.path.first == "metrics" ? .noToken : .notPaired
        }
        return caller
    }

    /// The caller's name in the log of changes.
    func name(of caller: Request.Caller) async -> String {
        switch caller {
        case .local: return "this machine"
        case .stranger: return "unknown client"
        case .device(let id):
            let name = await devices?.all().first { $0.id == id }?.name
            return "device \(name ?? id)"
        case .program(let id, _):
            let name = await tokens?.all().first { $0.id == id }?.name
            return "program \(name ?? id)"
        }
    }

    /// Checks requests for pages. They are open to all clients that may connect, so no credentials are looked up.
    func admitToPages(_ request: Request) throws(HTTPProblem) {
        let place = try place(of: request)
        let mayAsk = isLocal(request, place) || devices(for: request, place) != nil && Self.isOpen(request)
        guard mayAsk else { throw .notPaired }
    }

    /// The devices that may connect from there; nil if none may, not even to be paired.
    private func devices(for request: Request, _ place: ServedHosts.Place) -> DeviceStore? {
        isShared || Self.isOnThisMachine(request, place) ? devices : nil
    }

    private func place(of request: Request) throws(HTTPProblem) -> ServedHosts.Place {
        try TargetCheck.check(request)
        let (host, place) = try hosts.host(of: request)
        try OriginCheck(hosts: hosts, host: host).check(request)
        return place
    }

    private func isLocal(_ request: Request, _ place: ServedHosts.Place) -> Bool {
        Self.isOnThisMachine(request, place) && (request.peer.isOwnUser || localAccess.isOpen)
    }

    /// Checks both: a host name of this machine proves nothing alone, because any client can send it.
    private static func isOnThisMachine(_ request: Request, _ place: ServedHosts.Place) -> Bool {
        request.peer.isLoopback && !request.peer.isForwarded && place == .loopback
    }

    private func caller(of request: Request, at place: ServedHosts.Place) async throws(HTTPProblem) -> Request.Caller {
        // A caller with a token gets the token's scopes, even where no credentials are needed.
        if let tokens, let secret = try BearerToken.token(in: request.headers) {
            guard let token = await tokens.token(secret) else { throw .badToken }
            return .program(token.id, scopes: Set(token.scopes))
        }
        if isLocal(request, place) { return .local }
        guard let devices = devices(for: request, place) else { return .stranger }
        for token in DeviceCookie.tokens(in: request.headers) {
            if let device = await devices.device(token: token) { return .device(device.id) }
        }
        return .stranger
    }

    /// Whether strangers may make this request: for pages, which contain no data, and for pairing. Everything else
    /// below `/api` is closed, including routes added later.
    static func isOpen(_ request: Request) -> Bool {
        if ["metrics", "dp5"].contains(request.path.first) { return false }
        if request.path.first != "api" { return [.get, .head].contains(request.method) }
        switch (request.method, request.path) {
        case (.get, ["api", "v1", "health"]), (.head, ["api", "v1", "health"]): return true
        case (.post, ["api", "v1", "pairing"]): return true
        default: return false
        }
    }

    /// Ends an event stream as soon as the device or program loses its access.
    func guarding(_ response: Response, for caller: Request.Caller) -> Response {
        guard case .events(let events) = response.body else { return response }
        var response = response
        if case .device(let id) = caller, let devices {
            response.body = .events(devices.whilePaired(id, events))
        } else if case .program(let id, _) = caller, let tokens {
            response.body = .events(tokens.whileGood(id, events))
        }
        return response
    }
}

/// Prevents pages of other sites from using this server through the browser of an authorized user (CSRF).
private struct OriginCheck {
    let hosts: ServedHosts
    let host: HostField

    func check(_ request: Request) throws(HTTPProblem) {
        guard isWelcome(request) else { throw .foreignOrigin }
    }

    private func isWelcome(_ request: Request) -> Bool {
        let origins = request.headers.all("Origin")
        guard origins.count <= 1 else { return false }
        // `null` is a page with an opaque origin, such as a sandboxed frame.
        if let origin = origins.first, !hosts.isOrigin(origin, of: host, from: request.peer) { return false }
        let sites = request.headers.all("Sec-Fetch-Site")
        guard let site = sites.first else { return true }
        guard sites.count == 1 else { return false }
        // Other ports of this machine are the same site, but a different origin.
        return ["same-origin", "none"].contains(site) || isFollowedLink(request)
    }

    /// Links from other pages are allowed: reading changes nothing, and that page cannot see the response.
    private func isFollowedLink(_ request: Request) -> Bool {
        [.get, .head].contains(request.method) && request.headers["Sec-Fetch-Mode"] == "navigate"
            && request.headers["Sec-Fetch-Dest"] == "document"
    }
}

/// Checks again what the listener guarantees for every path, because paths are used to find files.
private enum TargetCheck {
    static let longestPath = 2048

    static func check(_ request: Request) throws(HTTPProblem) {
        let bytes = request.path.reduce(0) { $0 + $1.utf8.count + 1 }
        guard bytes <= longestPath else { throw HTTPProblem(414, "too-long", "The path is too long.") }
        guard request.path.allSatisfy(isSane) else { throw .badRequest("the path is not valid") }
    }

    private static func isSane(_ part: String) -> Bool {
        guard !part.isEmpty, part != ".", part != ".." else { return false }
        return part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
    }
}

/// How other users of this machine get access. They can connect to a loopback address like its owner.
package struct LocalAccess: Sendable {
    /// Whether all local users have access without pairing.
    package let isOpen: Bool
    /// Called when an unknown one connects.
    let attempted: @Sendable () -> Void

    package init(isOpen: Bool = false, attempted: @escaping @Sendable () -> Void = {}) {
        self.isOpen = isOpen
        self.attempted = attempted
    }
}

/// The security headers of responses.
enum SecurityHeaders {
    /// For pages: everything comes from this server, and inline scripts do not run.
    static let page = [
        "default-src 'none'",
        // The rack reader is WebAssembly; evaluating strings as JavaScript stays forbidden.
        "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
        // Photos that were just taken or chosen are shown before they are uploaded.
        "img-src 'self' blob: data:", "media-src 'self' blob:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
        // No framing by other sites, which could steal clicks.
        "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
    ].joined(separator: "; ")

    /// For data, including strangers' photos: opened directly, it can do nothing, whatever it contains.
    static let data = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

    /// For reports, which contain their pictures and style inline.
    static let report = HistoryReport.policy + "; frame-ancestors 'none'; sandbox"

    private static let everywhere: [(String, String)] = [
        // The server states the content type; the browser must not guess another.
        ("X-Content-Type-Options", "nosniff"),
        // Addresses contain identifiers of results.
        ("Referrer-Policy", "no-referrer"),
        // Other sites may not embed, run or measure responses.
        ("Cross-Origin-Resource-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "camera=(self), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), "
                + "hid=(), midi=(), accelerometer=(self), gyroscope=(self), magnetometer=()"
        ),
    ]

    /// Browsers obey these only over a connection that cannot be tampered with, and complain otherwise.
    private static let whereTrusted: [(String, String)] = [
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
    ]

    // There is no Strict-Transport-Security: with a self-signed certificate, it would lock users out.

    /// Whether the connection cannot be tampered with.
    static func isTrusted(_ peer: Request.Peer) -> Bool { peer.isLoopback || peer.isEncrypted }

    static func add(to response: inout Response, isData: Bool, isTrusted: Bool) {
        let isData = isData || response.headers["Content-Type"] == "application/problem+json"
        var fields = everywhere
        if isTrusted { fields += whereTrusted }
        for (name, value) in fields { response.headers[name] = value }
        let isReport = isData && response.headers["Content-Type"]?.hasPrefix("text/html") == true
        response.headers["Content-Security-Policy"] = isReport ? report : isData ? data : page
        // Responses are for one caller at one time, unless the route sets something else.
        if isData, response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
    }
}
