/// Lets a few things happen at once, and then one every so often.
package struct TokenBucket: Sendable {
    let capacity: Double
    /// Seconds until one more is allowed.
    let interval: Double
    private var level: Double
    private var filled: Double

    /// - Parameter now: seconds of a clock that only grows.
    package init(capacity: Int, interval: Double, now: Double) {
        self.capacity = Double(capacity)
        self.interval = interval
        level = Double(capacity)
        filled = now
    }

    /// Seconds until one is allowed; 0 when it is now.
    package func wait(now: Double) -> Double {
        max(0, (1 - level(now)) * interval)
    }

    package mutating func take(now: Double) {
        level = max(0, level(now) - 1)
        filled = now
    }

    /// Whether it remembers nothing any more.
    package func isFull(now: Double) -> Bool { level(now) >= capacity }

    private func level(_ now: Double) -> Double { min(capacity, level + (now - filled) / interval) }
}
