/// Lets a few in at a time; others wait in the order in which they came.
actor Turns {
    private let atOnce: Int
    private let mostWaiting: Int
    private var inside = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(atOnce: Int, waiting: Int) {
        self.atOnce = atOnce
        mostWaiting = waiting
    }

    /// - Throws: ``Problem/busy`` when too many wait already.
    func enter() async throws(Problem) {
        if inside < atOnce {
            inside += 1
            return
        }
        guard waiting.count < mostWaiting else { throw .busy }
        // Whoever leaves hands the place over.
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { inside -= 1 } else { waiting.removeFirst().resume() }
    }
}
