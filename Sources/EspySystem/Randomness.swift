/// A source of random bytes for secrets.
package struct RandomSource: Sendable {
    private let next: @Sendable () -> UInt64

    package init(_ next: @escaping @Sendable () -> UInt64) { self.next = next }

    /// The operating system's generator.
    package static let system = RandomSource {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    package func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// Random bytes as hexadecimal digits, two per byte.
    package func hex(bytes count: Int) -> String {
        bytes(count).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Compares secrets in a time that does not reveal how much of a guess was right.
package enum ConstantTime {
    /// The lengths may leak, the contents do not.
    package static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first.count == second.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(first, second) { difference |= a ^ b }
        return difference == 0
    }
}
