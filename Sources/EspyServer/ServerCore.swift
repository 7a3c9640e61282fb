import Espy
package import EspyHTTP

/// Answers requests, without any networking: tests and listeners both use it.
package struct ServerCore: Sendable {
    package let router: Router
    private let pages: Pages?
    private let access: AccessPolicy?
    private let front: ProxyMiddleware

    /// - Parameters:
    ///   - pages: The web app; without it, only the routes are served.
    ///   - access: Decides which requests are allowed. A listener always has one; without it, the caller named in the
    ///     request is trusted, for tests of single routes.
    ///   - front: The proxies and base path of the server.
    package init(
        router: Router, pages: Pages? = nil, access: AccessPolicy? = nil, front: ProxyMiddleware = ProxyMiddleware()
    ) {
        self.router = router
        self.pages = pages
        self.access = access
        self.front = front
    }

    /// Answers every request; errors become responses, too.
    @Sendable package func respond(to request: Request) async -> Response {
        if let answer = immediate(request) { return answer.response }
        let start = front.traffic.now
        var known = request
        var response = Delivery.standard.prepare(await answer(&known), for: request)
        front.base.mark(&response)
        SecurityHeaders.add(to: &response, isData: Self.isData(known), isTrusted: SecurityHeaders.isTrusted(known.peer))
        front.traffic.note(known, response.status, since: start)
        return response
    }

    private static func isData(_ request: Request) -> Bool {
        ["api", "dp5", "healthz", "metrics"].contains(request.path.first)
    }

    /// Answers a request for a page at once, because pages are in memory.
    /// - Returns: nil for all other requests.
    @Sendable private func immediate(_ request: Request) -> Answer? {
        guard [.get, .head].contains(request.method), let path = front.base.inner(request.path),
            let page = pages?.file(at: path) ?? (Self.isData(request) ? nil : pages?.lost(request))
        else { return nil }
        let start = front.traffic.now
        do throws(HTTPProblem) {
            let request = try front.inner(request)
            try access?.admitToPages(request)
            let answer = page.answer(to: request)
            front.traffic.note(request, answer.response.status, since: start)
            return answer
        } catch {
            front.traffic.note(request, error.status, since: start)
            return .made(refusal(error, to: request.peer))
        }
    }

    /// The handler for a listener.
    package var handler: RequestHandler {
        RequestHandler(home: front.base.text, immediate: immediate, refuse: refusal, respond: respond)
    }

    /// Answers input that is not a valid request.
    @Sendable private func refusal(_ problem: HTTPProblem, to peer: Request.Peer) -> Response {
        var response = problem.response
        SecurityHeaders.add(to: &response, isData: true, isTrusted: SecurityHeaders.isTrusted(peer))
        return response
    }

    /// - Parameter request: Is changed to its form without proxies, and gets its caller.
    private func answer(_ request: inout Request) async -> Response {
        do throws(HTTPProblem) {
            request = try front.inner(request)
            guard let access else { return try await found(request) }
            request.caller = try await access.admit(request)
            if ![.get, .head].contains(request.method) { request.callerName = await access.name(of: request.caller) }
            return access.guarding(try await found(request), for: request.caller)
        } catch {
            return error.response
        }
    }

    private func found(_ request: Request) async throws(HTTPProblem) -> Response {
        // Pages have already been answered above.
        guard pages?.file(at: request.path) == nil else { throw .methodNotAllowed([.get, .head]) }
        return try await router.respond(to: request) { (route) throws(HTTPProblem) in
            try RouteScopes.check(request.caller, route)
        }
    }
}

/// Whatever is between clients and this server: proxies, a base path, and the request counter.
package struct ProxyMiddleware: Sendable {
    package var proxies: TrustedProxies?
    package var base: BasePath
    package var traffic: Traffic

    package init(proxies: TrustedProxies? = nil, base: BasePath = .none, traffic: Traffic = Traffic()) {
        self.proxies = proxies
        self.base = base
        self.traffic = traffic
    }

    /// The request as it would be without them.
    func inner(_ request: Request) throws(HTTPProblem) -> Request {
        guard let path = base.inner(request.path) else { throw .notFound }
        var request = try proxies?.unwrapped(request) ?? request
        request.path = path
        return request
    }
}

extension ServerCore {
    /// Makes the whole server, with all routes and all checks.
    ///
    /// - Parameters:
    ///   - tokens: The tokens of programs; nil if none are accepted.
    ///   - pairing: Makes the codes for devices, and for other users of this machine.
    ///   - sharing: Nil if the server is only for this machine.
    ///   - localAccess: The access of other users of this machine.
    ///   - paired: Called for each newly paired device.
    package init(
        api: API, pages: Pages?, devices: DeviceStore, tokens: TokenStore? = nil, pairing: PairingService,
        sharing: Sharing?, hosts: ServedHosts, front: ProxyMiddleware = ProxyMiddleware(),
        localAccess: LocalAccess = LocalAccess(),
        paired: @escaping @Sendable (Device) async -> Void = { _ in }
    ) {
        let pairing = PairingRoutes(
            pairing: pairing, sharing: sharing, devices: devices, base: front.base, paired: paired)
        let routes = api.routes + pairing.routes + DeviceRoutes(devices: devices).routes
        self.init(
            router: Router(routes + api.health(front.traffic)), pages: pages,
            access: AccessPolicy(
                hosts: hosts, devices: devices, isShared: sharing != nil, tokens: tokens, localAccess: localAccess),
            front: front)
    }
}
