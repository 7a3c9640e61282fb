import Foundation
import Synchronization

/// Lets in as many at a time as there is room for, in the order in which they came.
package final class Gate: Sendable {
    private let room: Int
    private let state = Mutex(State())

    private struct State {
        var taken = 0
        var last = 0
        var waiting: [Int] = []
    }

    /// - Parameter room: of any unit. What needs more than all of it is let in alone.
    package init(room: Int) { self.room = max(room, 1) }

    /// Waits for its turn.
    ///
    /// - Parameter need: of the room.
    /// - Returns: false when the task that calls it was cancelled meanwhile; else it needs its ``leave(_:)``.
    package func enter(_ need: Int) -> Bool {
        let ticket = state.withLock { state in
            state.last += 1
            state.waiting.append(state.last)
            return state.last
        }
        while !Task.isCancelled {
            if state.withLock({ begin(ticket, need, &$0) }) { return true }
            Thread.sleep(forTimeInterval: 0.005)
        }
        state.withLock { $0.waiting.removeAll { $0 == ticket } }
        return false
    }

    package func leave(_ need: Int) { state.withLock { $0.taken -= min(need, room) } }

    private func begin(_ ticket: Int, _ need: Int, _ state: inout State) -> Bool {
        let need = min(need, room)
        guard state.waiting.first == ticket, state.taken + need <= room else { return false }
        state.waiting.removeFirst()
        state.taken += need
        return true
    }
}
