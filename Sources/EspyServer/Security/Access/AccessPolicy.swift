import EspyHTTP

/// Who may ask for what. Looks at a request before any route does.
///
/// This folder keeps out who is not meant: other sites, other names, strangers.
package struct AccessPolicy: Sendable {
    private let hosts: ServedHosts
    /// The devices that were paired; nil when the server is for this machine alone.
    private let devices: DeviceStore?

    package init(hosts: ServedHosts, devices: DeviceStore? = nil) {
        self.hosts = hosts
        self.devices = devices
    }

    /// - Returns: for whom the request is to be done.
    /// - Throws: why it is not done at all.
    func admit(_ request: Request) async throws(Problem) -> Request.Caller {
        let place = try place(of: request)
        let caller = await caller(of: request, at: place)
        guard caller != .stranger || devices != nil && Self.isOpen(request) else { throw .notPaired }
        return caller
    }

    /// The same for the pages. They are open to everyone who gets here at all, so nobody has to be looked up.
    func admitToPages(_ request: Request) throws(Problem) {
        let place = try place(of: request)
        guard Self.isLocal(request, place) || devices != nil && Self.isOpen(request) else { throw .notPaired }
    }

    private func place(of request: Request) throws(Problem) -> ServedHosts.Place {
        try TargetCheck.check(request)
        let (host, place) = try hosts.host(of: request)
        try OriginCheck(hosts: hosts, host: host).check(request)
        return place
    }

    /// Both: a name of this machine proves nothing by itself, for anyone can send it.
    private static func isLocal(_ request: Request, _ place: ServedHosts.Place) -> Bool {
        request.peer.isLoopback && place == .loopback
    }

    private func caller(of request: Request, at place: ServedHosts.Place) async -> Request.Caller {
        if Self.isLocal(request, place) { return .local }
        guard let devices else { return .stranger }
        for token in DeviceCookie.tokens(in: request.headers) {
            if let device = await devices.device(token: token) { return .device(device.id) }
        }
        return .stranger
    }

    /// What strangers may ask for: the pages, which hold no data, and what they need to be paired. All else below
    /// `/api` is closed, also what is added later.
    static func isOpen(_ request: Request) -> Bool {
        if request.path.first != "api" { return [.get, .head].contains(request.method) }
        switch (request.method, request.path) {
        case (.get, ["api", "v1", "health"]), (.head, ["api", "v1", "health"]): return true
        case (.post, ["api", "v1", "pairing"]): return true
        default: return false
        }
    }

    /// Ends what is still being sent to a device as soon as it is no longer paired.
    func guarding(_ response: Response, for caller: Request.Caller) -> Response {
        guard case .device(let id) = caller, case .events(let events) = response.body, let devices else {
            return response
        }
        var response = response
        response.body = .events(devices.whilePaired(id, events))
        return response
    }
}
