/// Finds errors and erasures of one block: Berlekamp–Massey started from the erasures, root search, Forney.
///
/// Blocks are codewords in symbol order; the first one is the highest power. See Blahut, "Algebraic Codes for Data
/// Transmission", chapter 7.
package struct ReedSolomonDecoder: Sendable {
    /// A value to add at one place of the block to make it a code word.
    package struct Correction: Equatable {
        package let position: Int
        /// Zero if an erased codeword was right after all.
        package let value: UInt8
    }

    package let checkCount: Int
    private let field = GaloisField.shared

    package init(checkCount: Int) {
        self.checkCount = checkCount
    }

    /// The block as a polynomial at 2¹ … 2ᶜ: all zero exactly if the block is a code word.
    package func syndromes(of block: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: checkCount) { sums, count in
            sums.initialize(repeating: 0)
            field.exp.withUnsafeBufferPointer { exp in
                field.log.withUnsafeBufferPointer { log in
                    // Codewords in the outer loop, roots in the inner one: the sums do not wait for each other.
                    for codeword in block {
                        for index in 0..<checkCount {
                            sums[index] = exp[Int(log[Int(sums[index])]) + index + 1] ^ codeword
                        }
                    }
                }
            }
            count = checkCount
        }
    }

    /// The only correction with 2 × errors + erasures within the check codewords; `nil` if there is none.
    ///
    /// `erasures` are distinct positions in a block of `length` codewords. Every correction that is returned was
    /// checked to have these syndromes.
    package func corrections(for syndromes: [UInt8], length: Int, erasures: [Int] = []) -> [Correction]? {
        guard erasures.count <= checkCount else { return nil }
        let start = erasureLocator(erasures, length: length)
        guard let locator = errorLocator(syndromes, start: start, erasures: erasures.count) else { return nil }
        var found: [Correction] = []
        let positions = roots(of: locator, length: length)
        guard positions.count == locator.count - 1 else { return nil }
        let evaluator = self.evaluator(syndromes, locator)
        for position in positions {
            let inverse = (255 - (length - 1 - position)) % 255
            let slope = derivative(of: locator, atPower: inverse)
            guard slope != 0 else { return nil }
            let amount = field.divide(value(of: evaluator, atPower: inverse), by: slope)
            found.append(Correction(position: position, value: amount))
        }
        guard matches(found, syndromes, length: length) else { return nil }
        return found
    }

    /// The product of (1 − Xx) over the erased places X. Lowest power first, like all polynomials here.
    private func erasureLocator(_ erasures: [Int], length: Int) -> [UInt8] {
        var locator = [UInt8](repeating: 0, count: checkCount + 1)
        locator[0] = 1
        for (degree, position) in erasures.enumerated() {
            for index in stride(from: degree + 1, through: 1, by: -1) {
                locator[index] ^= field.multiply(locator[index - 1], power: length - 1 - position)
            }
        }
        return locator
    }

    /// Berlekamp–Massey; the result is trimmed to its degree.
    private func errorLocator(_ syndromes: [UInt8], start: [UInt8], erasures: Int) -> [UInt8]? {
        var locator = start
        var previous = start
        // The power of x by which `previous` lags.
        var lag = 0
        var degree = erasures
        var previousDegree = erasures
        for step in erasures..<checkCount {
            lag += 1
            var discrepancy: UInt8 = 0
            for index in 0...min(step, degree) {
                discrepancy ^= field.multiply(locator[index], syndromes[step - index])
            }
            guard discrepancy != 0 else { continue }
            let before = locator
            for index in 0...min(previousDegree, checkCount - lag) {
                locator[index + lag] ^= field.multiply(discrepancy, previous[index])
            }
            if 2 * degree <= step + erasures {
                previousDegree = degree
                degree = step + 1 + erasures - degree
                // A degree never gets lower again.
                if 2 * degree - erasures > checkCount { return nil }
                previous = before.map { field.divide($0, by: discrepancy) }
                lag = 0
            }
        }
        let found = locator.lastIndex { $0 != 0 } ?? 0
        guard found == degree, 2 * (degree - erasures) + erasures <= checkCount else { return nil }
        return Array(locator[...degree])
    }

    /// The places of the block where the locator is 0 (R. Chien, 1964): each term advances by its own power from place
    /// to place, so that no sum waits for another.
    private func roots(of locator: [UInt8], length: Int) -> [Int] {
        // Logarithms of the terms at the first place; a term that is 0 is left out.
        var terms: [(log: Int, power: Int)] = []
        let first = 255 - (length - 1) % 255
        for (power, factor) in locator.enumerated() where factor != 0 {
            terms.append((log: (Int(field.log[Int(factor)]) + power * first) % 255, power: power))
        }
        var roots: [Int] = []
        terms.withUnsafeMutableBufferPointer { terms in
            for position in 0..<length {
                var sum: UInt8 = 0
                for index in terms.indices {
                    sum ^= field.exp[terms[index].log]
                    let log = terms[index].log + terms[index].power
                    terms[index].log = log >= 255 ? log - 255 : log
                }
                if sum == 0 { roots.append(position) }
            }
        }
        return roots
    }

    /// Syndromes × locator, truncated below xᶜ.
    private func evaluator(_ syndromes: [UInt8], _ locator: [UInt8]) -> [UInt8] {
        var product = [UInt8](repeating: 0, count: checkCount)
        for (left, factor) in locator.enumerated() where factor != 0 && left < checkCount {
            for right in 0..<(checkCount - left) {
                product[left + right] ^= field.multiply(factor, syndromes[right])
            }
        }
        return product
    }

    private func value(of polynomial: [UInt8], atPower power: Int) -> UInt8 {
        var sum: UInt8 = 0
        for coefficient in polynomial.reversed() { sum = field.multiply(sum, power: power) ^ coefficient }
        return sum
    }

    /// In a field of characteristic 2 only the odd powers have a derivative.
    private func derivative(of polynomial: [UInt8], atPower power: Int) -> UInt8 {
        var sum: UInt8 = 0
        for index in stride(from: 1, to: polynomial.count, by: 2) {
            sum ^= field.multiply(polynomial[index], power: power * (index - 1) % 255)
        }
        return sum
    }

    private func matches(_ corrections: [Correction], _ syndromes: [UInt8], length: Int) -> Bool {
        for root in 1...checkCount {
            var sum: UInt8 = 0
            for correction in corrections {
                let power = root * (length - 1 - correction.position) % 255
                sum ^= field.multiply(correction.value, power: power)
            }
            if sum != syndromes[root - 1] { return false }
        }
        return true
    }
}

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

/// Arithmetic in the field of 256 elements that ECC 200 uses: polynomials over two elements modulo
/// x⁸ + x⁵ + x³ + x² + 1. Addition is exclusive or.
private struct GaloisField: Sendable {
    /// Powers of the primitive element 2, written twice so that sums of two logarithms need no modulo; then zeros,
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
