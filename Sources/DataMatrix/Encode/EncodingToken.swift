/// What modes are chosen for, one after the other.
enum EncodingToken: Sendable, Hashable {
    case byte(UInt8)
    /// FNC1, which separates GS1 element strings; GS in the payload.
    case separator
    /// ECI.
    case interpretation(Int)

    /// Codewords in ASCII mode.
    var asciiCost: Int {
        switch self {
        case .byte(let byte): byte < 128 ? 1 : 2
        case .separator: 1
        case .interpretation(let eci): eci < 127 ? 2 : eci < 16383 ? 3 : 4
        }
    }

    var digit: UInt8? {
        guard case .byte(let byte) = self, 0x30...0x39 ~= byte else { return nil }
        return byte - 0x30
    }

    /// The byte that stands for the token where there is no FNC1.
    var byte: UInt8? {
        switch self {
        case .byte(let byte): byte
        case .separator: 0x1D
        case .interpretation: nil
        }
    }

    /// Values in C40, Text or X12; `nil` where the mode lacks the token.
    package func values(in set: TripleSet) -> [UInt8]? {
        switch self {
        case .byte(let byte): set.values(of: byte)
        case .separator: set == .x12 ? nil : [TripleSet.shift2, TripleSet.separator]
        case .interpretation: nil
        }
    }

    /// Whether the mode can write the token.
    func isEncodable(in encodation: Encodation) -> Bool {
        switch encodation {
        case .ascii: true
        case .c40, .text, .x12: encodation.tripleSet.flatMap(values) != nil
        case .edifact: self != .separator && byte.flatMap(EDIFACT.value) != nil
        case .base256: byte != nil
        }
    }
}
