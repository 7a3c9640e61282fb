import Dispatch
import Synchronization

/// Does the same work for many things, some of them at the same time.
package struct Lanes: Sendable {
    /// How many at the same time; one at least.
    let count: Int

    package init(_ count: Int) { self.count = max(count, 1) }

    /// Blocks the thread. Once the work for one failed, or the task that calls is cancelled, none is begun.
    ///
    /// - Returns: in the order of `things`.
    package func map<Thing: Sendable, Result: Sendable>(
        _ things: [Thing], _ work: @Sendable (Thing) throws(TextError) -> Result
    ) throws(TextError) -> [Result] {
        let state = Mutex(State<Result>(count: things.count))
        @Sendable func lane() {
            while let index = state.withLock({ $0.next() }) {
                do throws(TextError) {
                    // Known in the lane of the thread that calls, which is enough: it stops the others.
                    if Task.isCancelled { throw .cancelled }
                    let result = try work(things[index])
                    state.withLock { $0.results[index] = result }
                } catch {
                    state.withLock { $0.failure = $0.failure ?? error }
                }
            }
        }
        let lanes = min(count, things.count)
        if lanes > 1 { DispatchQueue.concurrentPerform(iterations: lanes) { _ in lane() } } else { lane() }
        return try state.withLock { (state) throws(TextError) in
            if let failure = state.failure { throw failure }
            return state.results.compactMap { $0 }
        }
    }

    private struct State<Result> {
        private var begun = 0
        var results: [Result?]
        var failure: TextError?

        init(count: Int) { results = Array(repeating: nil, count: count) }

        /// Whose turn it is.
        mutating func next() -> Int? {
            guard failure == nil, begun < results.count else { return nil }
            defer { begun += 1 }
            return begun
        }
    }
}
