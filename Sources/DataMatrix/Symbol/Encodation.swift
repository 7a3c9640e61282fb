/// The modes in which characters become codewords (ISO/IEC 16022 clause 5.2).
public enum Encodation: String, Sendable, Hashable, CaseIterable {
    /// One codeword per character below 128 or per two digits, two per character above.
    case ascii
    /// Two codewords per three digits, capitals or spaces.
    case c40
    /// Two codewords per three digits, lower-case letters or spaces.
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

/// Codewords of the ASCII mode (ISO/IEC 16022 table 2). Codewords 1 to 128 are the characters 0 to 127.
enum ASCII {
    static let pad: UInt8 = 129
    /// 00 to 99.
    static let digits: ClosedRange<UInt8> = 130...229
    static let latchC40: UInt8 = 230
    static let latchBase256: UInt8 = 231
    /// FNC1.
    static let separator: UInt8 = 232
    static let structuredAppend: UInt8 = 233
    static let readerProgramming: UInt8 = 234
    static let upperShift: UInt8 = 235
    static let macro05: UInt8 = 236
    static let macro06: UInt8 = 237
    static let latchX12: UInt8 = 238
    static let latchText: UInt8 = 239
    static let latchEDIFACT: UInt8 = 240
    /// ECI.
    static let interpretation: UInt8 = 241
}

/// The three modes that pack three values of 0 to 39 into two codewords (ISO/IEC 16022 annex C).
enum TripleSet: Sendable, Hashable {
    /// Digits and capitals in one value.
    case c40
    /// Digits and lower-case letters in one value.
    case text
    /// Digits, capitals and the separators of ANSI X12 only.
    case x12

    /// The values 0 to 2 of C40 and Text that switch to another set; X12 has characters there.
    static let shift1: UInt8 = 0
    static let shift2: UInt8 = 1
    static let shift3: UInt8 = 2
    /// In shift 2.
    static let separator: UInt8 = 27
    /// In shift 2: the next character is 128 higher.
    static let upperShift: UInt8 = 30
    static let latch: UInt8 = 254

    private var letters: UInt8 { self == .text ? 0x61 : 0x41 }

    /// The value of a byte in the unshifted set.
    func basicValue(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x20: 3
        case 0x30...0x39: byte - 0x30 + 4
        case letters...letters + 25: byte - letters + 14
        case 0x0D where self == .x12: 0
        case 0x2A where self == .x12: 1
        case 0x3E where self == .x12: 2
        default: nil
        }
    }

    /// The byte of a value in the unshifted set; `nil` for the shifts.
    func basicByte(of value: UInt8) -> UInt8? {
        switch value {
        case 0...2: self == .x12 ? [0x0D, 0x2A, 0x3E][Int(value)] : nil
        case 3: 0x20
        case 4...13: value - 4 + 0x30
        case 14...39: value - 14 + letters
        default: nil
        }
    }

    /// Shift and value of a byte below 128 that is not in the unshifted set of C40 or Text.
    func shiftedValue(of byte: UInt8) -> (shift: UInt8, value: UInt8) {
        switch byte {
        case 0x00...0x1F: (Self.shift1, byte)
        case 0x21...0x2F: (Self.shift2, byte - 0x21)
        case 0x3A...0x40: (Self.shift2, byte - 0x3A + 15)
        case 0x5B...0x5F: (Self.shift2, byte - 0x5B + 22)
        case 0x41...0x5A: (Self.shift3, byte - 0x40)
        default: (Self.shift3, byte & 0x1F)
        }
    }

    /// The byte after a shift; `nil` for values that the shifted set does not define.
    func shiftedByte(of value: UInt8, shift: UInt8) -> UInt8? {
        switch (shift, value) {
        case (Self.shift1, 0...31): value
        case (Self.shift2, 0...14): value + 0x21
        case (Self.shift2, 15...21): value - 15 + 0x3A
        case (Self.shift2, 22...26): value - 22 + 0x5B
        case (Self.shift3, 1...26) where self == .text: value + 0x40
        case (Self.shift3, 0...31): value + 0x60
        default: nil
        }
    }

    /// The values for a byte; `nil` if X12 lacks it.
    func values(of byte: UInt8) -> [UInt8]? {
        if let value = basicValue(of: byte) { return [value] }
        if self == .x12 { return nil }
        if byte >= 128 { return values(of: byte - 128).map { [Self.shift2, Self.upperShift] + $0 } }
        let (shift, value) = shiftedValue(of: byte)
        return [shift, value]
    }
}

/// Six bits per character: the printable ASCII characters 0x20 to 0x5E.
enum EDIFACT {
    /// Back to ASCII.
    static let unlatch: UInt8 = 31

    static func value(of byte: UInt8) -> UInt8? { 0x20...0x5E ~= byte ? byte & 63 : nil }

    /// - Precondition: `value` is below 64 and not ``unlatch``.
    static func byte(of value: UInt8) -> UInt8 { value < 32 ? value + 64 : value }
}

/// The pseudo-random sequences that break up long runs of equal codewords (ISO/IEC 16022 annex B).
enum Randomizer {
    /// The pad codeword itself; the first one is not randomized.
    static let pad: UInt8 = 129

    /// The later pad codewords; places count from 1.
    static func pad(at place: Int) -> UInt8 {
        let value = Int(pad) + 149 * place % 253 + 1
        return UInt8(value > 254 ? value - 254 : value)
    }

    /// Encodes a Base 256 value.
    static func mask(_ value: UInt8, at place: Int) -> UInt8 { value &+ noise(place) }

    /// Decodes a Base 256 value.
    static func unmask(_ codeword: UInt8, at place: Int) -> UInt8 { codeword &- noise(place) }

    private static func noise(_ place: Int) -> UInt8 { UInt8(149 * place % 255 + 1) }
}
