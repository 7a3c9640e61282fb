package import EspyHTTP
package import EspySystem

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
///
/// This folder lets devices in that somebody shows a code to.
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
