import DataMatrix

/// SplitMix64: the same numbers on every run and platform.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func bytes(_ count: Int, in range: ClosedRange<UInt8> = 0...255) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: range, using: &self) }
    }

    /// Returns `count` different numbers below `bound`.
    mutating func places(_ count: Int, below bound: Int) -> [Int] {
        Array((0..<bound).shuffled(using: &self).prefix(count))
    }

    /// Adds a random nonzero error at each place.
    mutating func damage(_ codewords: inout [UInt8], at places: [Int]) {
        for place in places { codewords[place] ^= UInt8.random(in: 1...255, using: &self) }
    }
}

extension Encodation {
    /// Bytes that the mode encodes most compactly.
    func sample(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let alphabet: [UInt8] =
            switch self {
            case .ascii: Array("0123456789ABab -\u{7}".utf8)
            case .c40: Array("0123456789ABCXYZ ".utf8)
            case .text: Array("0123456789abcxyz ".utf8)
            case .x12: Array("0123456789ABC*> \r".utf8)
            case .edifact: Array(0x20...0x5E)
            case .base256: Array(0...255)
            }
        return (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
    }
}

/// Bytes from hex digits.
func hexBytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
}

/// A matrix whose modules, row by row, are the bits of hex digits.
func matrix(_ size: String, _ hex: String) -> BitMatrix {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let bits = hex.compactMap(\.hexDigitValue).flatMap { digit in (0..<4).map { digit >> (3 - $0) & 1 } }
    var matrix = BitMatrix(rows: sides[0], columns: sides[1])
    for row in 0..<sides[0] {
        for column in 0..<sides[1] { matrix[row, column] = bits[row * sides[1] + column] == 1 }
    }
    return matrix
}
