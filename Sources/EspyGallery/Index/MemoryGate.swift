/// Lets work begin while there is memory left for it. What is larger than all of it may run alone.
package actor MemoryGate {
    private let limit: Int
    private var used = 0
    private var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

    package init(limit: Int) { self.limit = limit }

    /// Waits for its turn: whoever came first, begins first. Every call needs its ``leave(_:)``.
    package func enter(_ bytes: Int) async {
        if waiting.isEmpty, fits(bytes) {
            used += bytes
            return
        }
        await withCheckedContinuation { waiting.append((bytes, $0)) }
    }

    package func leave(_ bytes: Int) {
        used -= bytes
        while let next = waiting.first, fits(next.bytes) {
            used += next.bytes
            waiting.removeFirst().continuation.resume()
        }
    }

    private func fits(_ bytes: Int) -> Bool { used == 0 || bytes <= limit - used }
}
