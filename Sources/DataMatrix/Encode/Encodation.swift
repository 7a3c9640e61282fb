/// The modes in which characters become codewords (ISO/IEC 16022 clause 5.2).
public enum Encodation: String, Sendable, Hashable, CaseIterable {
    /// One codeword per character below 128 or per two digits, two per character above.
    case ascii
    /// Two codewords per three digits, capitals or spaces.
    case c40
    /// Two codewords per three digits, small letters or spaces.
    case text
    /// Two codewords per three digits, capitals, spaces, CR, `*` or `>`; nothing else.
    case x12
    /// Three codewords per four characters from space to `^`; nothing else.
    case edifact
    /// One codeword per byte.
    case base256

    var tripleSet: TripleSet? {
        switch self {
        case .c40: .c40
        case .text: .text
        case .x12: .x12
        default: nil
        }
    }

    /// The ASCII codeword that starts the mode.
    var latch: UInt8? {
        switch self {
        case .ascii: nil
        case .c40: ASCII.latchC40
        case .text: ASCII.latchText
        case .x12: ASCII.latchX12
        case .edifact: ASCII.latchEDIFACT
        case .base256: ASCII.latchBase256
        }
    }
}
