// Not in the browser: there are no clocks there.

/// Measures how long work takes, on the clock of the caller.
package enum Stopwatch {
    /// What reads the milliseconds since now.
    package static func milliseconds<C: Clock>(_ clock: C) -> @Sendable () -> Double where C.Duration == Duration {
        let start = clock.now
        return {
            let (seconds, attoseconds) = start.duration(to: clock.now).components
            return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
        }
    }
}
