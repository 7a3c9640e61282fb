/// The time, handed in so that tests can choose it.
///
/// This folder has what the server asks of the machine: time, randomness, and files that are private, nameless or
/// guarded.
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

/// Where secrets come from.
package struct RandomSource: Sendable {
    private let next: @Sendable () -> UInt64

    package init(_ next: @escaping @Sendable () -> UInt64) { self.next = next }

    /// The operating system's generator.
    package static let system = RandomSource {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// As hexadecimal digits, two for each byte.
    func hex(bytes count: Int) -> String {
        bytes(count).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Comparing without telling, by the time it takes, how much of a guess was right.
package enum ConstantTime {
    /// How long they are may be seen, what they are may not.
    package static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first.count == second.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(first, second) { difference |= a ^ b }
        return difference == 0
    }
}
