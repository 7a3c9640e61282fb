/// The clocks of the server, injected so that tests can control them.
package struct ServerClock: Sendable {
    /// The wall clock, in seconds since 1970.
    package let now: @Sendable () -> Int
    /// Monotonic seconds since an arbitrary moment, including while the machine sleeps.
    package let elapsed: @Sendable () -> Double

    package init(now: @escaping @Sendable () -> Int, elapsed: @escaping @Sendable () -> Double) {
        self.now = now
        self.elapsed = elapsed
    }

    /// Starts a monotonic clock now.
    package static func running(now: @escaping @Sendable () -> Int) -> ServerClock {
        let start = ContinuousClock.now
        return ServerClock(now: now, elapsed: { start.duration(to: .now) / .seconds(1) })
    }
}
