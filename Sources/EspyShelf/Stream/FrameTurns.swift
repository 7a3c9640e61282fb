/// Lets one frame through at a time; one more may wait, and gives way to a newer one.
struct FrameTurns {
    /// The frame that is being worked on.
    private(set) var holder: Int?
    private var waiting: (number: Int, continuation: CheckedContinuation<Bool, Never>)?

    var hasWaiting: Bool { waiting != nil }

    /// - Returns: whether the frame may go at once.
    mutating func take(_ number: Int) -> Bool {
        guard holder == nil else { return false }
        holder = number
        return true
    }

    /// The frame waits until it is let through, or given up for a newer one.
    mutating func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        if let waiting {
            // Tasks need not come in the order in which they were started.
            guard waiting.number < number else { return continuation.resume(returning: false) }
            waiting.continuation.resume(returning: false)
        }
        waiting = (number, continuation)
        if holder == nil { pass() }
    }

    /// The frame that was worked on is done with.
    mutating func pass() {
        holder = waiting?.number
        waiting?.continuation.resume(returning: true)
        waiting = nil
    }

    /// The frame need not wait any longer.
    mutating func leave(_ number: Int) {
        guard waiting?.number == number else { return }
        waiting?.continuation.resume(returning: false)
        waiting = nil
    }
}
