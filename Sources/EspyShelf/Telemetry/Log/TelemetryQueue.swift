import Synchronization

/// Events that wait to be written. Never makes anybody wait for the disk.
final class TelemetryQueue: Sendable {
    /// What a new event asks for.
    enum Need { case nothing, timer, writing }

    struct Batch {
        var events: [TelemetryEvent]
        var dropped: Int
    }

    private struct State {
        var isEnabled: Bool
        var events: [TelemetryEvent] = []
        /// Events that found no room, since the last batch.
        var dropped = 0
        var hasTimer = false
        var lastFrame: Double?
        /// Frames since the last one that was taken.
        var unlogged = 0
    }

    private let options: TelemetryOptions
    private let state: Mutex<State>

    init(isEnabled: Bool, options: TelemetryOptions) {
        self.options = options
        state = Mutex(State(isEnabled: isEnabled))
    }

    var isEnabled: Bool { state.withLock { $0.isEnabled } }

    /// Turned off, it forgets all that waits.
    func setEnabled(_ isEnabled: Bool) {
        state.withLock { state in
            guard isEnabled != state.isEnabled else { return }
            state = State(isEnabled: isEnabled, hasTimer: state.hasTimer)
        }
    }

    func add(_ body: TelemetryEvent.Body, at time: Double, session: TelemetryCode) -> Need {
        state.withLock { state in
            guard state.isEnabled, let body = sampled(body, at: time, &state) else { return .nothing }
            makeRoom(&state)
            state.events.append(TelemetryEvent(time: time, session: session, body: body))
            if state.events.count == options.batch { return .writing }
            guard !state.hasTimer else { return .nothing }
            state.hasTimer = true
            return .timer
        }
    }

    /// The oldest events; nil when there are none.
    func take() -> Batch? {
        state.withLock { state in
            guard !state.events.isEmpty || state.dropped > 0 else { return nil }
            let batch = Batch(events: Array(state.events.prefix(options.batch)), dropped: state.dropped)
            state.events.removeFirst(batch.events.count)
            state.dropped = 0
            return batch
        }
    }

    /// Takes events back that could not be written, as far as there is room.
    func putBack(_ batch: Batch) {
        state.withLock { state in
            guard state.isEnabled else { return }
            state.events.insert(contentsOf: batch.events, at: 0)
            state.dropped += batch.dropped
            makeRoom(&state, for: 0)
        }
    }

    /// Whether a timer is to be set: when something waits, and none is.
    func wantsTimer() -> Bool {
        state.withLock { state in
            guard !state.hasTimer, !state.events.isEmpty || state.dropped > 0 else { return false }
            state.hasTimer = true
            return true
        }
    }

    func timerEnded() { state.withLock { $0.hasTimer = false } }

    private func makeRoom(_ state: inout State, for count: Int = 1) {
        let surplus = state.events.count + count - max(options.capacity, 1)
        guard surplus > 0 else { return }
        state.events.removeFirst(surplus)
        state.dropped += surplus
    }

    /// Nil for a frame that comes too soon after another.
    private func sampled(
        _ body: TelemetryEvent.Body, at time: Double, _ state: inout State
    ) -> TelemetryEvent.Body? {
        guard case .frame(var frame) = body else { return body }
        // Whichever way the clock was set, the next frame counts.
        if let last = state.lastFrame, abs(time - last) < options.frameInterval {
            state.unlogged += 1
            return nil
        }
        frame.unlogged = state.unlogged
        state.unlogged = 0
        state.lastFrame = time
        return .frame(frame)
    }
}
