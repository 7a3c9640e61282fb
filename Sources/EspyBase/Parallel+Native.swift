// Not in the browser: a worker of a page has one thread.

import Dispatch
import Synchronization

/// Works on all parts at once, as far as there are cores, and returns the results in the order of the parts.
package func inParallel<Part: Sendable, Result: Sendable>(
    _ parts: [Part], _ work: @Sendable (Part) -> Result
) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: parts.count))
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
        let result = work(parts[index])
        results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}

/// Does both, on two cores if they are free.
package func both<One: Sendable, Other: Sendable>(
    _ one: @Sendable () -> One, _ other: @Sendable () -> Other
) -> (One, Other) {
    let results = Mutex<(One?, Other?)>((nil, nil))
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 {
            let result = one()
            results.withLock { $0.0 = result }
        } else {
            let result = other()
            results.withLock { $0.1 = result }
        }
    }
    return results.withLock { ($0.0!, $0.1!) }
}
