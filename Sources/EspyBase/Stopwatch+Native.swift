// Not in the browser: it has no clocks.

/// Measures how long work takes, on the caller's clock.
package enum Stopwatch {
    /// Starts a measurement, and returns a function that reads the milliseconds since.
    package static func milliseconds<C: Clock>(_ clock: C) -> @Sendable () -> Double where C.Duration == Duration {
        let start = clock.now
        return {
            let (seconds, attoseconds) = start.duration(to: clock.now).components
            return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
        }
    }
}
