import CMath

/// What a digit looks like through a lens: its seven modules and one known neighbour on each side, blurred by a
/// Gaussian, sampled four times a module.
///
/// The neighbours are known because digits on the left begin light and end dark, and on the right the other way round.
/// Each template has mean 0 and length 1, so that its dot product with a sampled window is the correlation.
struct DigitTemplates: Sendable {
    static let samplesPerModule = 4
    /// Seven modules, one more on each side.
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

    /// `modules` blurred, sampled and normalized; what lies outside of them is half dark.
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
