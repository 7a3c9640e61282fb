/// How much each slot of a symbol looks like each digit, by correlation: rows of 20, sets A and B, of which slots on
/// the right use the first 10 for set C.
struct DigitScores {
    static let row = 20
    package private(set) var values: [Float]

    init(slots: Int) { values = [Float](repeating: -1, count: slots * Self.row) }

    /// Correlates each slot of a line with all digits.
    ///
    /// - Returns: the sum over the slots of the best correlation.
    mutating func measure(
        _ line: ScanLine, _ layout: EANLayout, _ placement: SymbolPlacement, _ templates: DigitTemplates
    ) -> Float {
        let scale = 1 / Float(layout.modules)
        var sum: Float = 0
        line.values.withUnsafeBufferPointer { samples in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: DigitTemplates.count) { window in
                for (index, slot) in layout.slots.enumerated() {
                    let step = 1 / Float(DigitTemplates.samplesPerModule)
                    for sample in 0..<DigitTemplates.count {
                        let module = Float(slot.start - 1) + (Float(sample) + 0.5) * step
                        window[sample] = ScanLine.value(samples, placement.place(module, scale: scale))
                    }
                    Self.normalize(window)
                    let patterns = slot.isRight ? templates.right : templates.left
                    sum += correlate(window, patterns, row: index * Self.row)
                }
            }
        }
        return sum
    }

    private mutating func correlate(
        _ window: UnsafeMutableBufferPointer<Float>, _ patterns: [Float], row: Int
    ) -> Float {
        var best: Float = -1
        patterns.withUnsafeBytes { patterns in
            let window = UnsafeRawBufferPointer(window)
            let stride = DigitTemplates.count * 4
            for digit in 0..<patterns.count / stride {
                var sum = SIMD4<Float>.zero
                for offset in Swift.stride(from: 0, to: stride, by: 16) {
                    sum +=
                        window.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
                        * patterns.loadUnaligned(fromByteOffset: digit * stride + offset, as: SIMD4<Float>.self)
                }
                values[row + digit] = sum.sum()
                best = max(best, sum.sum())
            }
        }
        return best
    }

    /// Mean 0, length 1; all 0 where there is nothing to see.
    private static func normalize(_ window: UnsafeMutableBufferPointer<Float>) {
        var mean: Float = 0
        for value in window { mean += value }
        mean /= Float(window.count)
        var length: Float = 0
        for index in window.indices {
            window[index] -= mean
            length += window[index] * window[index]
        }
        let scale = length > 1 ? 1 / length.squareRoot() : 0
        for index in window.indices { window[index] *= scale }
    }
}
