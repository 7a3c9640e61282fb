import Synchronization

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

    /// Whether one more may come from there. When there are too many, the one that has been idle longest makes way.
    func accepts(_ peer: Request.Peer) -> Bool {
        let (isWelcome, isFull) = state.withLock { state in
            // All programs of this machine share its addresses.
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

    /// From now on no request is begun.
    func beginClosing() { state.withLock { $0.isClosing = true } }

    var isClosing: Bool { state.withLock { $0.isClosing } }
}

extension ConnectionTable {
    private static let interval = 0.5

    /// Looks at all connections now and then: who is too slow, and who is gone. Returns when its task is cancelled.
    ///
    /// - Parameter now: seconds that only grow.
    func watch(now: @Sendable () -> Double) async {
        var last = now()
        while (try? await Task.sleep(for: .seconds(Self.interval))) != nil {
            let time = now()
            for connection in all { connection.check(now: time, elapsed: time - last) }
            last = time
        }
    }
}
