import CMath

/// The correlation of each slot of a symbol with each digit: rows of 20, sets A and B; slots on the right use the first
/// 10 for set C.
struct DigitScores {
    static let row = 20
    package private(set) var values: [Float]

    init(slots: Int) { values = [Float](repeating: -1, count: slots * Self.row) }

    /// Correlates each slot of a line with all digits.
    ///
    /// - Returns: the sum of the best correlation of each slot.
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

    /// Scales to mean 0 and length 1; all 0 if there is no contrast.
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

/// The likeliest digits of a symbol, and how much less likely all others are.
struct DigitChoice {
    /// One for each slot.
    let digits: [Int]
    /// Index of the layout's parity for the digits on the left.
    let parity: Int
    /// The distance of each slot's second best digit, in logarithms of likelihood, and, last, that of the second best
    /// parity.
    let margins: [Float]
    /// How far the digits are behind the best match of each slot in any set; 0 if no rule had to help.
    let shortfall: Float
    /// Whether the digits satisfy the check digit, or the parity that replaces it.
    let isRight: Bool

    /// - Parameter evidence: like the values of `DigitScores`, but logarithms of likelihood.
    init(_ evidence: [Float], _ layout: EANLayout) {
        let left = layout.leftCount
        let sets = layout.slots.indices.map { slot in
            (0..<(slot < left ? 2 : 1)).map { set in
                let start = slot * DigitScores.row + set * 10
                return Ranking(evidence[start..<start + 10])
            }
        }
        func set(_ slot: Int, _ parity: UInt8) -> Int { slot < left ? Int(parity >> (left - 1 - slot) & 1) : 0 }
        let sums = layout.parities.map { parity in
            (0..<left).reduce(Float(0)) { $0 + sets[$1][set($1, parity)].best }
        }
        let parity = Ranking(sums[...])
        let chosen = sets.indices.map { sets[$0][set($0, layout.parities[parity.index])] }
        digits = chosen.map { $0.index }
        self.parity = parity.index
        margins = chosen.map { $0.best - $0.second } + [parity.best - parity.second]
        shortfall = chosen.indices.map { slot in sets[slot].map { $0.best }.max()! - chosen[slot].best }.max()!
        isRight = layout.isRight(digits, parity.index)
    }

    /// The logarithm of the likelihood of a correlation with `freedom` independent samples and Gaussian noise.
    static func evidence(_ correlation: Float, freedom: Float = 9) -> Float {
        let correlation = max(correlation, 0)
        return -0.5 * freedom * logf(1.02 - correlation * correlation)
    }

    /// The check digit detects every single mistake, so two are needed for a wrong value: the sum of the two smallest
    /// margins.
    var safety: Float { margins.sorted().prefix(2).reduce(0, +) }
}

/// The best and second best of some scores.
private struct Ranking {
    var index = 0
    var best: Float
    var second = -Float.infinity

    init(_ scores: ArraySlice<Float>) {
        best = scores.first!
        for (place, score) in scores.enumerated().dropFirst() {
            if score > best {
                (index, second, best) = (place, best, score)
            } else {
                second = max(second, score)
            }
        }
        if second == -.infinity { second = best - 1000 }
    }
}

/// Templates of digits seen through a lens: seven modules and one known neighbor on each side, blurred by a Gaussian,
/// with four samples per module.
///
/// The neighbors are known because digits on the left begin light and end dark, and on the right the other way round.
/// Each template has mean 0 and length 1, so that its dot product with a sampled window is the correlation.
struct DigitTemplates: Sendable {
    static let samplesPerModule = 4
    /// Seven modules, and one more on each side.
    static let count = 9 * samplesPerModule
    /// Standard deviations of the blur in modules.
    static let blurs: [Float] = [0.3, 0.55, 0.8]

    /// Sets A and B, one template after the other.
    let left: [Float]
    /// Set C.
    let right: [Float]

    static let all = blurs.map(DigitTemplates.init(blur:))

    private init(blur: Float) {
        func rows(_ patterns: [UInt8], before: Bool) -> [Float] {
            patterns.flatMap { Self.template([before] + EANPattern.modules($0) + [!before], blur: blur) }
        }
        left = rows(EANPattern.odd + EANPattern.even, before: true)
        right = rows(EANPattern.right, before: false)
    }

    /// `modules` blurred, sampled and normalized; beyond them is mid-gray.
    static func template(_ modules: [Bool], blur: Float) -> [Float] {
        let samples = (0..<modules.count * samplesPerModule).map { index -> Float in
            let place = (Float(index) + 0.5) / Float(samplesPerModule)
            func covered(_ edge: Float) -> Float { 0.5 + 0.5 * erff((edge - place) / (blur * Float(2).squareRoot())) }
            let outside = 0.5 * (covered(0) + 1 - covered(Float(modules.count)))
            return modules.indices.reduce(outside) { sum, module in
                modules[module] ? sum + covered(Float(module + 1)) - covered(Float(module)) : sum
            }
        }
        return normalized(samples)
    }

    private static func normalized(_ samples: [Float]) -> [Float] {
        let mean = samples.reduce(0, +) / Float(samples.count)
        let length = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
        return samples.map { ($0 - mean) / length }
    }
}
