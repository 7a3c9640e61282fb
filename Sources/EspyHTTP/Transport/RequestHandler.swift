/// What a server asks for its answers.
package struct RequestHandler: Sendable {
    /// Of everything that goes wrong before the request is one, or while the server stops.
    package typealias Refusal = @Sendable (HTTPProblem, Request.Peer) -> Response

    package let respond: @Sendable (Request) async -> Response
    let immediate: @Sendable (Request) -> Answer?
    let refuse: Refusal
    let home: String

    /// - Parameters:
    ///   - home: the path below which everything lies, for which a slash may stand behind it; empty where there is none.
    ///   - immediate: the answer to a request without a body that is there already: it goes out without a task. Nil for
    ///     all that has to be made.
    ///   - refuse: the answer to what is no request at all.
    ///   - respond: the answer to everything else; runs on threads of the server, and its task is cancelled when the
    ///     client leaves.
    package init(
        home: String = "", immediate: @escaping @Sendable (Request) -> Answer? = { _ in nil },
        refuse: @escaping Refusal = { problem, _ in problem.response },
        respond: @escaping @Sendable (Request) async -> Response
    ) {
        (self.home, self.immediate, self.refuse, self.respond) = (home, immediate, refuse, respond)
    }

    /// Answers with routes alone; what goes wrong is an answer, too.
    package init(_ router: Router) {
        self.init { request in
            do throws(HTTPProblem) { return try await router.respond(to: request) } catch { return error.response }
        }
    }
}

/// What all connections of a server share.
final class ServerContext: Sendable {
    let name: String
    let handler: RequestHandler
    let limits: HTTPServer.Limits
    let workers: WorkerThreads
    let connections: ConnectionTable
    let isEncrypted: Bool
    /// Seconds that only grow.
    let now: @Sendable () -> Double

    init(
        name: String, handler: RequestHandler, limits: HTTPServer.Limits, workers: WorkerThreads, isEncrypted: Bool,
        now: @escaping @Sendable () -> Double
    ) {
        self.name = name
        self.handler = handler
        self.limits = limits
        self.workers = workers
        self.isEncrypted = isEncrypted
        self.now = now
        connections = ConnectionTable(limits: limits)
    }

    /// Until when an answer of so many bytes has to be out.
    func deadline(of length: Int) -> Double { now() + limits.idleTime + Double(length) / limits.slowestRate }
}
