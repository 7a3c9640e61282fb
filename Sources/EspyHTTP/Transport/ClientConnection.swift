import Foundation
import Synchronization

/// One client's connection, from accepting it to closing it.
final class ClientConnection: Sendable {
    let peer: Request.Peer
    private let descriptor: Int32
    private let limits: HTTPServer.Limits
    private let state: Mutex<State>

    private struct State {
        var phase: ConnectionPhase
        var exchange: Exchange?
        var isOpen = true
        var isCut = false
    }

    init(peer: Request.Peer, descriptor: Int32, limits: HTTPServer.Limits, now: Double) {
        self.peer = peer
        self.descriptor = descriptor
        self.limits = limits
        state = Mutex(State(phase: .waiting(until: now + limits.headerTime, idleSince: now)))
    }

    /// A request begins; it is tracked here until its end.
    func begin(_ exchange: Exchange) { state.withLock { $0.exchange = exchange } }

    func end(now: Double) {
        state.withLock {
            $0.exchange = nil
            $0.phase = .waiting(until: now + limits.idleTime, idleSince: now)
        }
    }

    func enter(_ phase: ConnectionPhase) { state.withLock { $0.phase = phase } }

    /// Bytes of a body arrived.
    func received(_ bytes: Int) {
        state.withLock { state in
            guard case .receiving(var budget) = state.phase else { return }
            budget.earn(bytes: bytes)
            state.phase = .receiving(budget)
        }
    }

    /// The descriptor no longer belongs to this.
    func close() { state.withLock { $0.isOpen = false } }

    /// When the connection became idle; nil while it is busy.
    var idleSince: Double? {
        state.withLock { state in
            guard state.isOpen, !state.isCut, case .waiting(_, let since) = state.phase else { return nil }
            return since
        }
    }

    var exchange: Exchange? { state.withLock { $0.exchange } }

    /// Ends the connection as if the client had; the library notices and closes it.
    func cut() {
        state.withLock {
            guard $0.isOpen else { return }
            $0.isCut = true
            _ = shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Checks whether the client is too slow or gone.
    /// - Parameter elapsed: seconds since the last check.
    func check(now: Double, elapsed: Double) {
        let isLate = state.withLock { Self.isLate(&$0.phase, now: now, elapsed: elapsed) }
        if isLate { return cut() }
        guard let exchange else { return }
        if isLeft { exchange.leave() } else { exchange.beat(now: now) }
    }

    private static func isLate(_ phase: inout ConnectionPhase, now: Double, elapsed: Double) -> Bool {
        switch phase {
        case .waiting(let until, _), .draining(let until), .sending(let until): return now > until
        case .receiving(var budget):
            budget.spend(seconds: elapsed)
            phase = .receiving(budget)
            return budget.isUsedUp
        case .working, .streaming: return false
        }
    }

    /// Whether the client has disconnected. The library does not read from the socket while a request is suspended, so
    /// it would not notice.
    private var isLeft: Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            switch state.phase {
            case .working, .streaming: return Socket.isLeft(descriptor)
            case .waiting, .receiving, .draining, .sending: return false
            }
        }
    }
}

/// The activity of a connection, for its time limits.
enum ConnectionPhase {
    /// Waiting for a header until then.
    case waiting(until: Double, idleSince: Double)
    /// Receiving a body.
    case receiving(TransferBudget)
    /// The request was answered before its body arrived; the rest is dropped until then.
    case draining(until: Double)
    /// The response is being made. The client waits, or has disconnected.
    case working
    /// A response of known length is being sent, until then.
    case sending(until: Double)
    /// Events are being sent as long as the client is connected.
    case streaming
}

/// Distinguishes slow transfers from stalled ones: time drains it, bytes refill it.
struct TransferBudget {
    private let rate: Double
    private let limit: Double
    private var left: Double

    /// - Parameters:
    ///   - rate: bytes per second that keep it level.
    ///   - patience: seconds without bytes until it is empty; it starts full, and never holds more.
    init(rate: Double, patience: Double) {
        self.rate = rate
        limit = patience
        left = patience
    }

    var isUsedUp: Bool { left < 0 }

    mutating func spend(seconds: Double) { left -= seconds }

    mutating func earn(bytes: Int) { left = min(limit, left + Double(bytes) / rate) }
}

/// All connections of a server.
final class ConnectionTable: Sendable {
    private let limits: HTTPServer.Limits
    private let state = Mutex(State())

    private struct State {
        var all: [ObjectIdentifier: ClientConnection] = [:]
        var perAddress: [String: Int] = [:]
        var isClosing = false
    }

    init(limits: HTTPServer.Limits) { self.limits = limits }

    /// Whether another connection from this peer may be accepted. When there are too many, the longest idle one is
    /// closed.
    func accepts(_ peer: Request.Peer) -> Bool {
        let (isWelcome, isFull) = state.withLock { state in
            // All programs on this machine share its addresses.
            let isGreedy =
                !peer.isLoopback && state.perAddress[peer.address, default: 0] >= limits.connectionsPerAddress
            return (!state.isClosing && !isGreedy, state.all.count >= limits.connections)
        }
        guard isWelcome, isFull else { return isWelcome }
        let idle = all.compactMap { connection in connection.idleSince.map { (connection, $0) } }
        guard let (longest, _) = idle.min(by: { $0.1 < $1.1 }) else { return false }
        longest.cut()
        return true
    }

    func add(_ connection: ClientConnection) {
        state.withLock {
            $0.all[ObjectIdentifier(connection)] = connection
            $0.perAddress[connection.peer.address, default: 0] += 1
        }
    }

    func remove(_ connection: ClientConnection) {
        state.withLock {
            guard $0.all.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
            let left = $0.perAddress[connection.peer.address, default: 1] - 1
            $0.perAddress[connection.peer.address] = left > 0 ? left : nil
        }
    }

    var all: [ClientConnection] { state.withLock { Array($0.all.values) } }

    var count: Int { state.withLock { $0.all.count } }

    var exchanges: [Exchange] { all.compactMap(\.exchange) }

    /// From now on, no request is started.
    func beginClosing() { state.withLock { $0.isClosing = true } }

    var isClosing: Bool { state.withLock { $0.isClosing } }
}

extension ConnectionTable {
    private static let interval = 0.5

    /// Checks all connections periodically for clients that are too slow or gone. Returns when its task is canceled.
    ///
    /// - Parameter now: seconds on a monotonic clock.
    func watch(now: @Sendable () -> Double) async {
        var last = now()
        while (try? await Task.sleep(for: .seconds(Self.interval))) != nil {
            let time = now()
            for connection in all { connection.check(now: time, elapsed: time - last) }
            last = time
        }
    }
}
