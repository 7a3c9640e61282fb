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
