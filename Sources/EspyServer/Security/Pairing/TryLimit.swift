import Foundation

/// How often codes may be tried: by one client, and by all of them, for addresses are cheap on a network.
///
/// All together can try 10 codes and then 20 a minute, so that in the five minutes of a code the odds of a guess are
/// 110 in 2^40.
package struct TryLimit: Sendable {
    private var all: TokenBucket
    private var clients: [String: TokenBucket] = [:]

    package init(now: Double) { all = TokenBucket(capacity: 10, interval: 3, now: now) }

    /// Counts one try.
    ///
    /// - Returns: nil when it is allowed, otherwise the whole seconds to wait, and nothing is counted.
    package mutating func takeTry(from address: String, now: Double) -> Int? {
        clients = clients.filter { !$0.value.isFull(now: now) }
        let key = Self.client(of: address)
        var client = clients[key] ?? TokenBucket(capacity: 5, interval: 12, now: now)
        let wait = max(all.wait(now: now), client.wait(now: now))
        // A client that may not try is not remembered, so that there are never more of them than tries.
        guard wait == 0 else { return Int(wait.rounded(.up)) }
        all.take(now: now)
        client.take(now: now)
        clients[key] = client
        return nil
    }

    /// An IPv4 address, or the network of an IPv6 address: a single machine has all addresses of the latter.
    package static func client(of address: String) -> String {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        let parts = withUnsafeBytes(of: &bytes) { Array($0) }
        let isMapped = parts[..<10].allSatisfy { $0 == 0 } && parts[10] == 0xFF && parts[11] == 0xFF
        if isMapped { return parts[12...].map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 8, by: 2).map { String(Int(parts[$0]) << 8 | Int(parts[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}

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
