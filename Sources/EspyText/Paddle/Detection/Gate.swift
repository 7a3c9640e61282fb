import Foundation
import Synchronization

/// Lets one through at a time.
final class Gate: Sendable {
    private let isTaken = Mutex(false)

    /// Waits until nobody else is inside.
    ///
    /// - Returns: false when the task that calls it was cancelled meanwhile.
    func enter() -> Bool {
        while !Task.isCancelled {
            let isMine = isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
            if isMine { return true }
            Thread.sleep(forTimeInterval: 0.005)
        }
        return false
    }

    func leave() { isTaken.withLock { $0 = false } }
}
