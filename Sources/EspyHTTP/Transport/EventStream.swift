import CMicroHTTPD
import Foundation
import Synchronization

/// A stream of server-sent events on its way to a client.
final class EventStream: Sendable {
    /// The source waits while more bytes than this are unsent.
    private static let highWater = 1 << 16

    private let gate: ConnectionSuspension
    private let state: Mutex<State>

    private struct State {
        var pending: ArraySlice<UInt8> = []
        var isEnded = false
        var isLeft = false
        /// When something was last written.
        var written: Double
        var pump: Task<Void, Never>?
        var waiter: CheckedContinuation<Void, Never>?
    }

    init(_ gate: ConnectionSuspension, now: Double) {
        self.gate = gate
        state = Mutex(State(written: now))
    }

    /// Takes events from the source until it ends or the client disconnects, which also ends the source.
    func start(_ events: AsyncStream<ServerEvent>, on workers: WorkerThreads, now: @escaping @Sendable () -> Double) {
        let pump = Task(executorPreference: workers) {
            for await event in events { await self.push(event, now: now()) }
            self.end()
        }
        let isFinished = state.withLock { state in
            state.pump = pump
            return state.isLeft || state.isEnded
        }
        if isFinished { pump.cancel() }
    }

    private func push(_ event: ServerEvent, now: Double) async {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                guard !state.isEnded, !state.isLeft else { return false }
                state.pending += Array(event.text.utf8)
                state.written = now
                guard state.pending.count > Self.highWater else { return false }
                state.waiter = continuation
                return true
            }
            if !waits { continuation.resume() }
            gate.signal()
        }
    }

    /// Sends a comment after a long silence, so that a lost client is noticed and proxies keep waiting.
    func beat(now: Double, every seconds: Double) {
        let isQuiet = state.withLock { state in
            guard now - state.written >= seconds, state.pending.isEmpty else { return false }
            state.pending += Array(":\n\n".utf8)
            state.written = now
            return true
        }
        if isQuiet { gate.signal() }
    }

    /// No more events will come; queued ones are still sent.
    func end() { finish { $0.isEnded = true } }

    /// The client is gone.
    func leave() { finish { $0.isLeft = true } }

    private func finish(_ change: (inout State) -> Void) {
        let (pump, waiter) = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return (state.pump, state.waiter)
        }
        pump?.cancel()
        waiter?.resume()
        gate.signal()
    }

    /// Called by the library's thread when it can send more.
    /// - Returns: the number of bytes written to `buffer`, 0 to wait, or the end of the stream.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        repeat {
            let (count, waiter) = state.withLock { Self.take(from: &$0, buffer) }
            waiter?.resume()
            if let count { return count }
        } while !gate.suspend()
        return 0
    }

    private static func take(
        from state: inout State, _ buffer: UnsafeMutableRawBufferPointer
    ) -> (Int?, CheckedContinuation<Void, Never>?) {
        if state.isLeft { return (espy_mhd_broken, nil) }
        guard !state.pending.isEmpty else { return (state.isEnded ? espy_mhd_end : nil, nil) }
        let count = min(buffer.count, state.pending.count)
        buffer.copyBytes(from: state.pending.prefix(count))
        state.pending = state.pending.dropFirst(count)
        if state.pending.isEmpty { state.pending = [] }
        guard state.pending.count <= highWater / 2 else { return (count, nil) }
        defer { state.waiter = nil }
        return (count, state.waiter)
    }
}
