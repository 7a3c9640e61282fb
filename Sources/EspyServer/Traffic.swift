import EspyHTTP
import Synchronization

/// Counts requests, and reports each.
package final class Traffic: Sendable {
    /// One answered request. It excludes the query string, because searches are private.
    package struct Entry: Sendable, Equatable {
        package let method: String
        package let path: String
        package let status: Int
        /// The time until the response began.
        package let seconds: Double
        package let address: String
        /// `local`, `device`, `program` or `stranger`.
        package let caller: String
    }

    private struct State {
        var requests: [Int: Int] = [:]
        var seconds = 0.0
    }

    private let state = Mutex(State())
    private let clock = ContinuousClock()
    private let report: (@Sendable (Entry) -> Void)?

    /// - Parameter report: Called for each request, in the order of the responses; nil to disable.
    package init(report: (@Sendable (Entry) -> Void)? = nil) { self.report = report }

    var now: ContinuousClock.Instant { clock.now }

    func note(_ request: Request, _ status: Int, since start: ContinuousClock.Instant) {
        let seconds = start.duration(to: clock.now) / .seconds(1)
        state.withLock {
            $0.requests[status, default: 0] += 1
            $0.seconds += seconds
        }
        report?(
            Entry(
                method: request.method.rawValue, path: "/" + request.path.joined(separator: "/"), status: status,
                seconds: seconds, address: request.peer.address, caller: request.caller.word))
    }

    /// The number of requests by status, and their total time.
    package var counted: (requests: [Int: Int], seconds: Double) { state.withLock { ($0.requests, $0.seconds) } }
}

extension Request.Caller {
    fileprivate var word: String {
        switch self {
        case .local: "local"
        case .device: "device"
        case .program: "program"
        case .stranger: "stranger"
        }
    }
}
