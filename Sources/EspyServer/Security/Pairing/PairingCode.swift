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
