/// The bars of EAN and UPC digits (ISO/IEC 15420): seven modules each, the leftmost in the highest bit, 1 dark.
enum EANPattern {
    /// Set A, odd parity: what stands left of the middle, and in EAN-8 all of the left half.
    static let odd: [UInt8] = [
        0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011,
        0b011_0001, 0b010_1111, 0b011_1011, 0b011_0111, 0b000_1011,
    ]
    /// Set C, all digits of the right half.
    static let right = odd.map { ~$0 & 0x7F }
    /// Set B, even parity: set C seen from its other end.
    static let even = right.map(reversed)

    /// The first digit of EAN-13 is not drawn: it says which of the six digits on the left are of even parity, the
    /// first of them in the highest bit.
    static let firstDigitParity: [UInt8] = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
    ]
    /// The check value of a five-digit add-on by its parities, as above.
    static let fiveDigitParity: [UInt8] = [
        0b11000, 0b10100, 0b10010, 0b10001, 0b01100, 0b00110, 0b00011, 0b01010, 0b01001, 0b00101,
    ]

    /// Dark or light, from left to right.
    static func modules(_ pattern: UInt8, count: Int = 7) -> [Bool] {
        (0..<count).map { pattern >> (count - 1 - $0) & 1 == 1 }
    }

    private static func reversed(_ pattern: UInt8) -> UInt8 {
        (0..<7).reduce(0) { $0 | (pattern >> $1 & 1) << (6 - $1) }
    }
}
