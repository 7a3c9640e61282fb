/// The time, handed in so that tests can choose it.
package struct ServerClock: Sendable {
    /// Seconds since 1970, as people have set it.
    package let now: @Sendable () -> Int
    /// Seconds since some moment. Only ever grows, also while the machine sleeps.
    package let elapsed: @Sendable () -> Double

    package init(now: @escaping @Sendable () -> Int, elapsed: @escaping @Sendable () -> Double) {
        self.now = now
        self.elapsed = elapsed
    }

    /// Counts from now on with a clock that nobody sets.
    package static func running(now: @escaping @Sendable () -> Int) -> ServerClock {
        let start = ContinuousClock.now
        return ServerClock(now: now, elapsed: { start.duration(to: .now) / .seconds(1) })
    }
}
