package import EspyHTTP
package import EspySystem
import Foundation

/// A pairing code, and when it expires.
package struct Invitation: Sendable, Equatable {
    /// `XXXX-XXXX`
    package let code: String
    /// Seconds since 1970.
    package let expires: Int

    package init(code: String, expires: Int) {
        self.code = code
        self.expires = expires
    }
}

/// Issues and redeems pairing codes. There is one code at a time; it works once, and for five minutes.
package actor PairingService {
    /// In seconds.
    static let lifetime = 300

    private let clock: ServerClock
    private let random: RandomSource
    private var code: PairingCode
    /// When the code expires, by the monotonic clock.
    private var end: Double
    private var expires: Int
    private var limit: RateLimiter
    private var listeners: [Int: AsyncStream<Invitation>.Continuation] = [:]
    private var lastListener = 0
    private var timer: Task<Void, Never>?

    package init(clock: ServerClock, random: RandomSource = .system) {
        self.clock = clock
        self.random = random
        let now = clock.elapsed()
        code = PairingCode(random)
        end = now + Double(Self.lifetime)
        expires = clock.now() + Self.lifetime
        limit = RateLimiter(now: now)
    }

    deinit { timer?.cancel() }

    /// The current code, or a new one if the last has expired.
    package func invitation() -> Invitation {
        if clock.elapsed() >= end { renew() }
        return Invitation(code: code.text, expires: expires)
    }

    /// The current code and all later ones: a new one follows as soon as one is used or expires.
    package func invitations() -> AsyncStream<Invitation> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            lastListener += 1
            let number = lastListener
            continuation.yield(invitation())
            listeners[number] = continuation
            continuation.onTermination = { _ in Task { await self.leave(number) } }
            setTimer()
        }
    }

    /// Redeems a code that the user typed. A correct code is then used up.
    ///
    /// - Parameter address: The client's address.
    package func redeem(_ typed: String, from address: String) throws(HTTPProblem) {
        let now = clock.elapsed()
        if let wait = limit.takeTry(from: address, now: now) { throw .tooManyTries(wait: wait) }
        guard now < end, let guess = PairingCode(typed: typed), guess == code else { throw .wrongCode }
        renew()
    }

    private func renew() {
        code = PairingCode(random)
        end = clock.elapsed() + Double(Self.lifetime)
        expires = clock.now() + Self.lifetime
        let invitation = Invitation(code: code.text, expires: expires)
        for listener in listeners.values { listener.yield(invitation) }
        setTimer()
    }

    /// Renews the code on time while it is displayed.
    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard !listeners.isEmpty else { return }
        let rest = Duration.seconds(max(0, end - clock.elapsed()))
        timer = Task { [weak self] in
            guard (try? await Task.sleep(for: rest)) != nil else { return }
            await self?.renewIfRunOut()
        }
    }

    private func renewIfRunOut() {
        // The two clocks may differ slightly.
        if clock.elapsed() >= end { renew() } else { setTimer() }
    }

    private func leave(_ number: Int) {
        listeners[number] = nil
        if listeners.isEmpty { setTimer() }
    }
}

/// Eight characters that pair a device: 40 bits, but short enough to type.
package struct PairingCode: Sendable, Equatable {
    /// Douglas Crockford's base 32: letters that look like digits are read as those digits.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 8

    /// Letters of the alphabet.
    private let letters: [UInt8]

    package init(_ random: RandomSource) {
        // 32 divides 256, so all letters are equally likely.
        letters = random.bytes(Self.length).map { Self.alphabet[Int($0) % Self.alphabet.count] }
    }

    /// Parses a code as typed: lower case, hyphens, spaces, and O for 0 are accepted.
    package init?(typed: String) {
        guard typed.utf8.count <= 64 else { return nil }
        letters = typed.uppercased().utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            case UInt8(ascii: "-"), UInt8(ascii: " "): nil
            default: byte
            }
        }
        guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else { return nil }
    }

    /// `XXXX-XXXX`
    package var text: String {
        let text = String(decoding: letters, as: UTF8.self)
        return "\(text.prefix(4))-\(text.dropFirst(4))"
    }

    package static func == (first: PairingCode, second: PairingCode) -> Bool {
        ConstantTime.areEqual(first.letters, second.letters)
    }
}

/// Limits the tries of codes, per client and overall, because addresses are cheap on a network.
///
/// All clients together can try 10 codes and then 20 per minute, so in the five minutes of a code the odds of guessing
/// it are 110 in 2^40.
package struct RateLimiter: Sendable {
    private var all: TokenBucket
    private var clients: [String: TokenBucket] = [:]

    package init(now: Double) { all = TokenBucket(capacity: 10, interval: 3, now: now) }

    /// Counts one try.
    ///
    /// - Returns: nil if the try is allowed; otherwise the whole seconds to wait, and the try is not counted.
    package mutating func takeTry(from address: String, now: Double) -> Int? {
        clients = clients.filter { !$0.value.isFull(now: now) }
        let key = Self.client(of: address)
        var client = clients[key] ?? TokenBucket(capacity: 5, interval: 12, now: now)
        let wait = max(all.wait(now: now), client.wait(now: now))
        // A rejected client is not stored, so that there are never more of them than tries.
        guard wait == 0 else { return Int(wait.rounded(.up)) }
        all.take(now: now)
        client.take(now: now)
        clients[key] = client
        return nil
    }

    /// An IPv4 address, or the network of an IPv6 address, because one machine has all addresses of that network.
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

/// Allows a burst, and then one per interval.
package struct TokenBucket: Sendable {
    let capacity: Double
    /// Seconds until one more is allowed.
    let interval: Double
    private var level: Double
    private var filled: Double

    /// - Parameter now: Seconds of a monotonic clock.
    package init(capacity: Int, interval: Double, now: Double) {
        self.capacity = Double(capacity)
        self.interval = interval
        level = Double(capacity)
        filled = now
    }

    /// Seconds until one is allowed; 0 if it is allowed now.
    package func wait(now: Double) -> Double {
        max(0, (1 - level(now)) * interval)
    }

    package mutating func take(now: Double) {
        level = max(0, level(now) - 1)
        filled = now
    }

    /// Whether the bucket is full, so that it can be forgotten.
    package func isFull(now: Double) -> Bool { level(now) >= capacity }

    private func level(_ now: Double) -> Double { min(capacity, level + (now - filled) / interval) }
}
