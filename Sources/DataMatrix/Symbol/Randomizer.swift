/// The pseudo-random sequences that break up long runs of equal codewords (ISO/IEC 16022 annex B).
enum Randomizer {
    /// The pad codeword itself; it is not randomized where it comes first.
    static let pad: UInt8 = 129

    /// The later pad codewords; places of codewords count from 1.
    static func pad(at place: Int) -> UInt8 {
        let value = Int(pad) + 149 * place % 253 + 1
        return UInt8(value > 254 ? value - 254 : value)
    }

    /// A Base 256 value as it is written.
    static func mask(_ value: UInt8, at place: Int) -> UInt8 { value &+ noise(place) }

    /// A Base 256 value as it was meant.
    static func unmask(_ codeword: UInt8, at place: Int) -> UInt8 { codeword &- noise(place) }

    private static func noise(_ place: Int) -> UInt8 { UInt8(149 * place % 255 + 1) }
}
