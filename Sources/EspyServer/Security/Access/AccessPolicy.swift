import EspyHTTP

/// Who may ask for what. Looks at a request before any route does.
///
/// This folder keeps out who is not meant: other sites, other names, strangers.
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
