import Synchronization

/// Blocks tasks until it is opened or they are canceled.
package final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    package init() {}

    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    package func wait() async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.isOpen || state.cancelled.contains(number) { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isFree { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelled.insert(number)
                return state.waiters.removeValue(forKey: number)
            }
            waiter?.resume()
        }
    }
}

/// An ordered log of events.
package final class Notes: Sendable {
    private let notes = Mutex<[String]>([])

    package init() {}

    package func add(_ note: String) { notes.withLock { $0.append(note) } }

    package var all: [String] { notes.withLock { $0 } }

    /// Waits until an event has happened, and returns whether it did.
    package func has(_ note: String, within seconds: Double = 20) async -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        while !all.contains(note) {
            if clock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }
}
