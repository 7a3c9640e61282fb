import Espy
package import EspyHTTP

/// All that answers requests, without any network: what the tests talk to, and what a listener talks to.
package struct ServerCore: Sendable {
    package let router: Router
    private let pages: Pages?
    private let access: AccessPolicy?

    /// - Parameters:
    ///   - pages: of the web app; without them there are only the routes.
    ///   - access: who may ask for what. A listener always has one; without it, a request is answered for the caller
    ///     that it names itself, as tests of single routes want it.
    package init(router: Router, pages: Pages? = nil, access: AccessPolicy? = nil) {
        self.router = router
        self.pages = pages
        self.access = access
    }

    /// Answers every request; what goes wrong is an answer, too.
    @Sendable package func respond(to request: Request) async -> Response {
        if let answer = immediate(request) { return answer.response }
        var response = Delivery.standard.prepare(await answer(request), for: request)
        SecurityHeaders.add(
            to: &response, isData: request.path.first == "api", isTrusted: SecurityHeaders.isTrusted(request.peer))
        return response
    }

    /// The answer to what asks for a page: it is there already, and nobody has to be waited for.
    /// - Returns: nil for everything else.
    @Sendable private func immediate(_ request: Request) -> Answer? {
        guard [.get, .head].contains(request.method), let page = pages?.file(at: request.path) else { return nil }
        do throws(Problem) {
            try access?.admitToPages(request)
            return page.answer(to: request)
        } catch {
            return .made(refusal(error, to: request.peer))
        }
    }

    /// What a server is to answer with.
    package var handler: RequestHandler {
        RequestHandler(immediate: immediate, refuse: refusal, respond: respond)
    }

    /// The answer to what is no request at all.
    @Sendable private func refusal(_ problem: Problem, to peer: Request.Peer) -> Response {
        var response = problem.response
        SecurityHeaders.add(to: &response, isData: true, isTrusted: SecurityHeaders.isTrusted(peer))
        return response
    }

    private func answer(_ request: Request) async -> Response {
        do throws(Problem) {
            guard let access else { return try await found(request) }
            var request = request
            request.caller = try await access.admit(request)
            return access.guarding(try await found(request), for: request.caller)
        } catch {
            return error.response
        }
    }

    private func found(_ request: Request) async throws(Problem) -> Response {
        // Whoever asks for a page has been answered.
        guard pages?.file(at: request.path) == nil else { throw .methodNotAllowed([.get, .head]) }
        return try await router.respond(to: request)
    }
}

extension ServerCore {
    /// The whole server, with everything that it can be asked and all its checks.
    ///
    /// - Parameters:
    ///   - sharing: nil when it is for this machine alone.
    ///   - paired: is told of each device that was let in.
    package init(
        api: API, pages: Pages?, devices: DeviceStore, sharing: Sharing?, hosts: ServedHosts,
        paired: @escaping @Sendable (Device) async -> Void = { _ in }
    ) {
        let pairing = PairingRoutes(sharing: sharing, devices: devices, paired: paired)
        self.init(
            router: Router(api.routes + pairing.routes + DeviceRoutes(devices: devices).routes), pages: pages,
            access: AccessPolicy(hosts: hosts, devices: sharing == nil ? nil : devices))
    }
}
