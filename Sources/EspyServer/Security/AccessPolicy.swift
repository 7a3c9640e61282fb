import Espy
import EspyHTTP

/// Who may ask for what. Looks at a request before any route does.
package struct AccessPolicy: Sendable {
    private let hosts: ServedHosts
    /// The devices that were paired; nil where none can be.
    private let devices: DeviceStore?
    /// Whether it is open to others than the users of this machine.
    private let isShared: Bool
    /// Of programs; nil where none are taken.
    private let tokens: TokenStore?
    private let door: LocalDoor

    package init(
        hosts: ServedHosts, devices: DeviceStore? = nil, isShared: Bool = true, tokens: TokenStore? = nil,
        door: LocalDoor = LocalDoor()
    ) {
        self.hosts = hosts
        self.devices = devices
        self.isShared = isShared
        self.tokens = tokens
        self.door = door
    }

    /// - Returns: for whom the request is to be done.
    /// - Throws: why it is not done at all.
    func admit(_ request: Request) async throws(HTTPProblem) -> Request.Caller {
        let place = try place(of: request)
        let caller = try await caller(of: request, at: place)
        if caller == .stranger, Self.isOnThisMachine(request, place) { door.knocked() }
        guard caller != .stranger || devices(for: request, place) != nil && Self.isOpen(request) else {
            throw request.path.first == "metrics" ? .noToken : .notPaired
        }
        return caller
    }

    /// What is written down of who did something.
    func name(of caller: Request.Caller) async -> String {
        switch caller {
        case .local: return "this machine"
        case .stranger: return "nobody known"
        case .device(let id):
            let name = await devices?.all().first { $0.id == id }?.name
            return "device \(name ?? id)"
        case .program(let id, _):
            let name = await tokens?.all().first { $0.id == id }?.name
            return "program \(name ?? id)"
        }
    }

    /// The same for the pages. They are open to everyone who gets here at all, so nobody has to be looked up.
    func admitToPages(_ request: Request) throws(HTTPProblem) {
        let place = try place(of: request)
        let mayAsk = isLocal(request, place) || devices(for: request, place) != nil && Self.isOpen(request)
        guard mayAsk else { throw .notPaired }
    }

    /// Those that may come from there; nil where nobody is let in, not even to be paired.
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
        Self.isOnThisMachine(request, place) && (request.peer.isOwnUser || door.isOpen)
    }

    /// Both: a name of this machine proves nothing by itself, for anyone can send it.
    private static func isOnThisMachine(_ request: Request, _ place: ServedHosts.Place) -> Bool {
        request.peer.isLoopback && !request.peer.isForwarded && place == .loopback
    }

    private func caller(of request: Request, at place: ServedHosts.Place) async throws(HTTPProblem) -> Request.Caller {
        // Whoever shows a token gets what it lets do, also where nothing would have to be shown.
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

    /// What strangers may ask for: the pages, which hold no data, and what they need to be paired. All else below
    /// `/api` is closed, also what is added later.
    static func isOpen(_ request: Request) -> Bool {
        if ["metrics", "dp5"].contains(request.path.first) { return false }
        if request.path.first != "api" { return [.get, .head].contains(request.method) }
        switch (request.method, request.path) {
        case (.get, ["api", "v1", "health"]), (.head, ["api", "v1", "health"]): return true
        case (.post, ["api", "v1", "pairing"]): return true
        default: return false
        }
    }

    /// Ends what is still being sent to a device or program as soon as it is no longer let in.
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

/// Keeps pages of other sites from using this server through the browser of someone who may (CSRF).
private struct OriginCheck {
    let hosts: ServedHosts
    let host: HostField

    func check(_ request: Request) throws(HTTPProblem) {
        guard isWelcome(request) else { throw .foreignOrigin }
    }

    private func isWelcome(_ request: Request) -> Bool {
        let origins = request.headers.all("Origin")
        guard origins.count <= 1 else { return false }
        // `null` is a page without an origin of its own, such as a frame in a sandbox.
        if let origin = origins.first, !hosts.isOrigin(origin, of: host, from: request.peer) { return false }
        let sites = request.headers.all("Sec-Fetch-Site")
        guard let site = sites.first else { return true }
        guard sites.count == 1 else { return false }
        // Other ports of this machine are the same site, but not the same origin.
        return ["same-origin", "none"].contains(site) || isFollowedLink(request)
    }

    /// A link on another page may lead here: looking changes nothing, and that page does not see the answer.
    private func isFollowedLink(_ request: Request) -> Bool {
        [.get, .head].contains(request.method) && request.headers["Sec-Fetch-Mode"] == "navigate"
            && request.headers["Sec-Fetch-Dest"] == "document"
    }
}

/// What a listener promises of every path, looked at once more, because files are found by it.
private enum TargetCheck {
    static let longestPath = 2048

    static func check(_ request: Request) throws(HTTPProblem) {
        let bytes = request.path.reduce(0) { $0 + $1.utf8.count + 1 }
        guard bytes <= longestPath else { throw HTTPProblem(414, "too-long", "The path is too long.") }
        guard request.path.allSatisfy(isSane) else { throw .badRequest("there is no such path") }
    }

    private static func isSane(_ part: String) -> Bool {
        guard !part.isEmpty, part != ".", part != ".." else { return false }
        return part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
    }
}

/// How other users of this machine get in. They can connect to a loopback address like its owner.
package struct LocalDoor: Sendable {
    /// Whether all are let in without being asked.
    package let isOpen: Bool
    /// Is told when one of them was not known.
    let knocked: @Sendable () -> Void

    package init(isOpen: Bool = false, knocked: @escaping @Sendable () -> Void = {}) {
        self.isOpen = isOpen
        self.knocked = knocked
    }
}

/// What every answer tells the browser not to do with it.
enum SecurityHeaders {
    /// For pages: everything comes from this server, and nothing runs that stands in the page itself.
    static let page = [
        "default-src 'none'",
        // The reader of boxes is WebAssembly; JavaScript made of text stays forbidden.
        "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
        // Photos that were just taken or picked are shown before they are sent.
        "img-src 'self' blob: data:", "media-src 'self' blob:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
        // In no frame of others, where clicks could be stolen.
        "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
    ].joined(separator: "; ")

    /// For data, photos of strangers among them: opened by itself, it can do nothing, whatever it holds.
    static let data = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

    /// For reports, whose pictures and style stand in them.
    static let report = HistoryReport.policy + "; frame-ancestors 'none'; sandbox"

    private static let everywhere: [(String, String)] = [
        // What something is, the server says; the browser must not look inside and decide otherwise.
        ("X-Content-Type-Options", "nosniff"),
        // Ids of results stand in addresses.
        ("Referrer-Policy", "no-referrer"),
        // No page elsewhere may show, run or measure what comes from here.
        ("Cross-Origin-Resource-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "camera=(self), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), "
                + "hid=(), midi=(), accelerometer=(), gyroscope=(), magnetometer=()"
        ),
    ]

    /// Browsers obey these only where nobody can change them on the way, and complain elsewhere.
    private static let whereTrusted: [(String, String)] = [
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
    ]

    // There is no Strict-Transport-Security: with a certificate that no one vouches for, it would lock people out.

    /// Whether nobody can change on the way what is sent.
    static func isTrusted(_ peer: Request.Peer) -> Bool { peer.isLoopback || peer.isEncrypted }

    static func add(to response: inout Response, isData: Bool, isTrusted: Bool) {
        let isData = isData || response.headers["Content-Type"] == "application/problem+json"
        var fields = everywhere
        if isTrusted { fields += whereTrusted }
        for (name, value) in fields { response.headers[name] = value }
        let isReport = isData && response.headers["Content-Type"]?.hasPrefix("text/html") == true
        response.headers["Content-Security-Policy"] = isReport ? report : isData ? data : page
        // Answers are of the moment, and for one caller; a route that knows better says so itself.
        if isData, response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
    }
}
