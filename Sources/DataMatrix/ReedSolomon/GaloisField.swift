/// Arithmetic in the field of 256 elements that ECC 200 uses: polynomials over two elements modulo
/// x⁸ + x⁵ + x³ + x² + 1. Addition is exclusive or.
struct GaloisField: Sendable {
    /// Powers of the primitive element 2, written twice over so that sums of two logarithms need no modulo; then zeros,
    /// which sums with the logarithm of 0 lead to, so that products need no branch.
    let exp: [UInt8]
    /// Logarithms to base 2; ``logOfZero`` for 0.
    let log: [UInt16]

    static let shared = GaloisField()
    private static let polynomial = 0x12D
    private static let logOfZero = 512

    private init() {
        var exp = [UInt8](repeating: 0, count: 2 * Self.logOfZero + 1)
        var log = [UInt16](repeating: UInt16(Self.logOfZero), count: 256)
        var value = 1
        for power in 0..<255 {
            exp[power] = UInt8(value)
            exp[power + 255] = UInt8(value)
            log[value] = UInt16(power)
            value <<= 1
            if value > 255 { value ^= Self.polynomial }
        }
        self.exp = exp
        self.log = log
    }

    @inline(__always)
    func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
        exp[Int(log[Int(left)]) + Int(log[Int(right)])]
    }

    /// `value` times 2 to the `power`, for powers 0 to 254.
    @inline(__always)
    func multiply(_ value: UInt8, power: Int) -> UInt8 {
        exp[Int(log[Int(value)]) + power]
    }

    /// - Precondition: `divisor` is not 0.
    @inline(__always)
    func divide(_ value: UInt8, by divisor: UInt8) -> UInt8 {
        exp[Int(log[Int(value)]) + 255 - Int(log[Int(divisor)])]
    }
}
