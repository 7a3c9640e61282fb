/// What all connections of a listener share.
final class Service: Sendable {
    let core: ServerCore
    let limits: Limits
    let workers: WorkerThreads
    let connections: Connections
    let isEncrypted: Bool
    /// Seconds that only grow.
    let now: @Sendable () -> Double

    init(
        core: ServerCore, limits: Limits, workers: WorkerThreads, isEncrypted: Bool,
        now: @escaping @Sendable () -> Double
    ) {
        self.core = core
        self.limits = limits
        self.workers = workers
        self.isEncrypted = isEncrypted
        self.now = now
        connections = Connections(limits: limits)
    }

    /// Until when an answer of so many bytes has to be out.
    func deadline(of length: Int) -> Double { now() + limits.idleTime + Double(length) / limits.slowestRate }
}
