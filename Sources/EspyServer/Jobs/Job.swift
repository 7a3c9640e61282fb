import EspyHTTP
import Synchronization

/// One job, and the listeners to its progress.
///
/// Work may report its progress from any thread, without waiting.
final class Job: Sendable {
    private struct Inside {
        var state: JobState
        var work: Work?
        var listeners: [Int: AsyncStream<ServerEvent>.Continuation] = [:]
        var nextListener = 0
    }

    /// Reports the current stage, and the completed fraction of the whole job.
    typealias Progress = @Sendable (_ stage: String, _ fraction: Double) -> Void
    typealias Work = @Sendable (@escaping Progress) async throws(HTTPProblem) -> JobOutcome

    let id: String
    /// The number of slots that it takes among the running jobs.
    let weight: Int
    private let inside: Mutex<Inside>

    init(_ state: JobState, weight: Int, work: @escaping Work) {
        id = state.id
        self.weight = weight
        inside = Mutex(Inside(state: state, work: work))
    }

    var state: JobState { inside.withLock(\.state) }

    /// Returns the work, once. The job must not keep it, because the job stays known long after its end and the work
    /// holds the photo open.
    func takeWork() -> Work? {
        inside.withLock { inside in
            defer { inside.work = nil }
            return inside.work
        }
    }

    func begin() {
        inside.withLock { if $0.state.phase == .queued { $0.state.phase = .running } }
    }

    /// Notifies all listeners; ignores backward progress.
    func report(_ stage: String, _ fraction: Double) {
        inside.withLock { inside in
            guard inside.state.phase == .running else { return }
            inside.state.stage = stage
            inside.state.fraction = min(max(inside.state.fraction, fraction), 1)
            let event = ServerEvent.progress(inside.state)
            for listener in inside.listeners.values { listener.yield(event) }
        }
    }

    /// Ends the job, unless it has already ended.
    func end(_ phase: JobState.Phase, at time: Int, _ change: (inout JobState) -> Void = { _ in }) {
        inside.withLock { inside in
            guard !inside.state.phase.isFinished else { return }
            inside.state.phase = phase
            inside.state.ended = time
            inside.work = nil
            change(&inside.state)
            guard !inside.listeners.isEmpty else { return }
            let event = ServerEvent.end(inside.state)
            for listener in inside.listeners.values {
                listener.yield(event)
                listener.finish()
            }
            inside.listeners = [:]
        }
    }

    /// The progress from now until the end.
    func events() -> AsyncStream<ServerEvent> {
        // Slow listeners skip updates, but always get the end.
        let (stream, continuation) = AsyncStream.makeStream(of: ServerEvent.self, bufferingPolicy: .bufferingNewest(32))
        inside.withLock { inside in
            let state = inside.state
            guard !state.phase.isFinished else {
                continuation.yield(.end(state))
                return continuation.finish()
            }
            continuation.yield(.progress(state))
            inside.listeners[inside.nextListener] = continuation
            let number = inside.nextListener
            inside.nextListener += 1
            continuation.onTermination = { [weak self] _ in self?.forget(number) }
        }
        return stream
    }

    private func forget(_ listener: Int) {
        // Ending the job releases the listeners while the lock is held, so this must not run directly.
        Task { inside.withLock { $0.listeners[listener] = nil } }
    }
}

extension ServerEvent {
    private struct Step: Encodable {
        let stage: String
        let fraction: Double
    }

    fileprivate static func progress(_ state: JobState) -> ServerEvent {
        ServerEvent("progress", data: text(Step(stage: state.stage, fraction: state.fraction)))
    }

    fileprivate static func end(_ state: JobState) -> ServerEvent { ServerEvent("end", data: text(state)) }

    private static func text(_ value: some Encodable) -> String {
        String(decoding: JSON.bytes(value) ?? [], as: UTF8.self)
    }
}
