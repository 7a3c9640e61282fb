// Not in the browser: it has one thread.

import Dispatch
import Synchronization

/// Works on all parts at once, as far as there are cores, and returns the results in the order of the parts.
func inParallel<Part: Sendable, Result: Sendable>(_ parts: [Part], _ work: @Sendable (Part) -> Result) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: parts.count))
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
        let result = work(parts[index])
        results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}
