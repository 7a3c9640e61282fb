import Synchronization

/// What a worker works on at the moment, and since when. Each input is answered once: by its job, or by whoever gives it
/// up.
final class WorkerWatch: Sendable {
    struct Running: Sendable {
        let id: String
        let start: ContinuousClock.Instant
        var cancel: (@Sendable () -> Void)?
        /// Whether it was told to stop because it took too long.
        var isLate = false

        var milliseconds: Double { ((ContinuousClock.now - start) / .milliseconds(1) * 10).rounded() / 10 }
    }

    private struct State {
        var running: [Int: Running] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// - Returns: by what it is known here.
    func begin(_ id: String) -> Int {
        state.withLock { state in
            state.next += 1
            state.running[state.next] = Running(id: id, start: .now)
            return state.next
        }
    }

    /// Says how it can be stopped.
    func set(_ number: Int, cancel: @escaping @Sendable () -> Void) {
        state.withLock { $0.running[number]?.cancel = cancel }
    }

    /// Takes the right to answer.
    /// - Returns: nil where somebody has it already.
    func claim(_ number: Int) -> Running? { state.withLock { $0.running.removeValue(forKey: number) } }

    /// The same for all that runs.
    func claimAll() -> [Running] {
        state.withLock { state in
            defer { state.running = [:] }
            return state.running.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Tells those to stop that take longer than `limit`.
    /// - Returns: whether one does not stop either, for as long again or ten seconds.
    func stopLate(_ limit: Duration) -> Bool {
        let (late, isStuck) = state.withLock { state in
            var late: [@Sendable () -> Void] = []
            var isStuck = false
            for (number, job) in state.running {
                let time = ContinuousClock.now - job.start
                isStuck = isStuck || time > limit + min(limit * 0.8, .seconds(10)) + .milliseconds(200)
                guard time > limit, !job.isLate else { continue }
                state.running[number]?.isLate = true
                if let cancel = job.cancel { late.append(cancel) }
            }
            return (late, isStuck)
        }
        for cancel in late { cancel() }
        return isStuck
    }
}
