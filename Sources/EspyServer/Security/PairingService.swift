package import EspyHTTP
package import EspySystem
import Foundation

/// A code that may be shown, and how long it is good for.
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

/// Hands out codes and takes them back. There is one code at a time; it works once, and for five minutes.
package actor PairingService {
    /// In seconds.
    static let lifetime = 300

    private let clock: ServerClock
    private let random: RandomSource
    private var code: PairingCode
    /// By the clock that nobody sets.
    private var end: Double
    private var expires: Int
    private var limit: TryLimit
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
        limit = TryLimit(now: now)
    }

    deinit { timer?.cancel() }

    /// The present code, a new one if the last has run out.
    package func invitation() -> Invitation {
        if clock.elapsed() >= end { renew() }
        return Invitation(code: code.text, expires: expires)
    }

    /// Every code from now on: the present one, and a new one as soon as that was used or has run out.
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

    /// Takes a code back, as someone typed it. The right one is used up by that.
    ///
    /// - Parameter address: of the client.
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

    /// Someone who looks at the code wants the next one without asking.
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
        // The two clocks may differ by a hair.
        if clock.elapsed() >= end { renew() } else { setTimer() }
    }

    private func leave(_ number: Int) {
        listeners[number] = nil
        if listeners.isEmpty { setTimer() }
    }
}

/// Eight characters that let a device in: 40 bits, short enough to type.
package struct PairingCode: Sendable, Equatable {
    /// Douglas Crockford's base 32: the letters that look like digits stand for them.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 8

    /// From the alphabet.
    private let letters: [UInt8]

    package init(_ random: RandomSource) {
        // 32 divides 256, so that each letter is as likely as the others.
        letters = random.bytes(Self.length).map { Self.alphabet[Int($0) % Self.alphabet.count] }
    }

    /// As a person types it: small letters, hyphens, spaces, and O for 0 are all fine.
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
