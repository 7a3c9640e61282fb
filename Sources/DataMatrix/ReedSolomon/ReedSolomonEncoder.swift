/// Check codewords by division by the generator polynomial with roots 2¹ … 2ᶜ (ISO/IEC 16022 annex E).
struct ReedSolomonEncoder {
    /// Coefficients below the leading 1, highest power first.
    private let generator: [UInt8]

    init(checkCount: Int) {
        let field = GaloisField.shared
        var product: [UInt8] = [1]
        for root in 1...checkCount {
            var next = product + [0]
            for (index, coefficient) in product.enumerated() {
                next[index + 1] ^= field.multiply(coefficient, power: root)
            }
            product = next
        }
        generator = Array(product.dropFirst())
    }

    /// The check codewords that follow `data` in its block.
    func checks(for data: some Sequence<UInt8>) -> [UInt8] {
        let field = GaloisField.shared
        var remainder = [UInt8](repeating: 0, count: generator.count)
        for value in data {
            let factor = value ^ remainder[0]
            for index in 1..<remainder.count {
                remainder[index - 1] = remainder[index] ^ field.multiply(factor, generator[index - 1])
            }
            remainder[remainder.count - 1] = field.multiply(factor, generator[remainder.count - 1])
        }
        return remainder
    }
}
