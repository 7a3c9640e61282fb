/// The guards and digits of a symbol, in modules from its first bar, and the rules for its digits.
struct EANLayout: Sendable {
    /// A digit of seven modules.
    struct Slot: Sendable {
        let start: Int
        let isRight: Bool
    }

    let modules: Int
    let slots: [Slot]
    /// The number of dark-light and light-dark edges, including the outermost.
    let edges: Int
    /// Edges that do not depend on the digits: the module to the left of each, and whether the one to the right is
    /// darker.
    let fixedEdges: [(left: Int, rises: Bool)]
    /// The index of each fixed edge among all edges, counted from the first bar, and its module.
    let anchors: [(edge: Int, module: Int)]
    /// The possible sequences of odd and even digits on the left; the first digit is in the highest bit, 1 is even.
    let parities: [UInt8]
    /// Whether a number is valid with the parity of this index.
    let isRight: @Sendable (_ digits: [Int], _ parity: Int) -> Bool

    /// The number of digits with parities.
    var leftCount: Int { slots.count { !$0.isRight } }

    /// EAN-13 and UPC-A. The first digit is encoded only in the parities.
    static let thirteen = EANLayout(digitsPerHalf: 6, parities: EANPattern.firstDigitParity) { digits, parity in
        CheckDigit.isRight([parity] + digits)
    }
    static let eight = EANLayout(digitsPerHalf: 4, parities: [0]) { digits, _ in CheckDigit.isRight(digits) }
    /// The two-digit number beside a magazine's symbol.
    static let two = EANLayout(addOnDigits: 2, parities: [0, 1, 2, 3]) { digits, parity in
        (10 * digits[0] + digits[1]) % 4 == parity
    }
    /// The five-digit price beside a book's symbol.
    static let five = EANLayout(addOnDigits: 5, parities: EANPattern.fiveDigitParity) { digits, parity in
        let (odd, even) = (digits[0] + digits[2] + digits[4], digits[1] + digits[3])
        return (3 * odd + 9 * even) % 10 == parity
    }

    private init(
        digitsPerHalf: Int, parities: [UInt8], isRight: @escaping @Sendable (_ digits: [Int], _ parity: Int) -> Bool
    ) {
        let middle = 3 + 7 * digitsPerHalf
        modules = 2 * middle + 5
        edges = 4 * (2 * digitsPerHalf) + 12
        let left = (0..<digitsPerHalf).map { Slot(start: 3 + 7 * $0, isRight: false) }
        slots = left + left.map { Slot(start: $0.start + middle + 2, isRight: true) }
        // The guards 101 with light around them, 01010 between the halves, and the boundaries between digits.
        var fixed = (-1..<3).map { (left: $0, rises: $0 % 2 != 0) }
        fixed += left.dropFirst().map { (left: $0.start - 1, rises: false) }
        fixed += (0..<6).map { (left: middle - 1 + $0, rises: $0 % 2 != 0) }
        fixed += slots.filter { $0.isRight }.dropFirst().map { (left: $0.start - 1, rises: true) }
        let end = modules - 3
        fixed += (-1..<3).map { (left: end + $0, rises: $0 % 2 != 0) }
        fixedEdges = fixed
        anchors = Self.anchors(fixed)
        (self.parities, self.isRight) = (parities, isRight)
    }

    /// Add-ons begin with 1011, have 01 between digits, and no end mark.
    private init(
        addOnDigits: Int, parities: [UInt8], isRight: @escaping @Sendable (_ digits: [Int], _ parity: Int) -> Bool
    ) {
        modules = 2 + 9 * addOnDigits
        edges = 2 + 6 * addOnDigits
        slots = (0..<addOnDigits).map { Slot(start: 4 + 9 * $0, isRight: false) }
        var fixed = [(left: -1, rises: true), (left: 0, rises: false), (left: 1, rises: true), (left: 3, rises: false)]
        for slot in slots {
            let end = slot.start + 6
            fixed.append((left: end, rises: false))
            if end + 1 < modules { fixed += [(left: end + 1, rises: true), (left: end + 2, rises: false)] }
        }
        fixedEdges = fixed
        anchors = Self.anchors(fixed)
        (self.parities, self.isRight) = (parities, isRight)
    }

    /// Each digit has four edges, including the one at its end.
    private static func anchors(_ fixed: [(left: Int, rises: Bool)]) -> [(edge: Int, module: Int)] {
        var edge = 0
        return fixed.indices.map { index in
            if index > 0 { edge += fixed[index].left - fixed[index - 1].left == 7 ? 4 : 1 }
            return (edge, fixed[index].left + 1)
        }
    }
}

/// The bars of EAN and UPC digits (ISO/IEC 15420): seven modules each, the leftmost in the highest bit, 1 dark.
enum EANPattern {
    /// Set A, odd parity: digits left of the middle, and in EAN-8 the whole left half.
    static let odd: [UInt8] = [
        0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011,
        0b011_0001, 0b010_1111, 0b011_1011, 0b011_0111, 0b000_1011,
    ]
    /// Set C, all digits of the right half.
    static let right = odd.map { ~$0 & 0x7F }
    /// Set B, even parity: set C reversed.
    static let even = right.map(reversed)

    /// The first digit of EAN-13 is not drawn: it determines which of the six digits on the left have even parity, the
    /// first of them in the highest bit.
    static let firstDigitParity: [UInt8] = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
    ]
    /// The check value of a five-digit add-on by its parities, in the same form.
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
