/// What the tones of one picture are in another: brighter, darker, with more contrast, or cut off at white.
struct ToneCurve {
    private static let bins = 32
    private var values: [Float]

    init(_ from: [Float], _ to: [Float]) {
        var (sums, counts) = (
            [Float](repeating: 0, count: Self.bins + 1), [Float](repeating: 0, count: Self.bins + 1)
        )
        for (tone, value) in zip(from, to) where !tone.isNaN && !value.isNaN {
            let place = Self.place(tone)
            let bin = Int(place)
            let share = place - Float(bin)
            sums[bin] += (1 - share) * value
            counts[bin] += 1 - share
            if bin < Self.bins {
                sums[bin + 1] += share * value
                counts[bin + 1] += share
            }
        }
        values = zip(sums, counts).map { $1 > 0.5 ? $0 / $1 : .nan }
        fillGaps()
    }

    /// What is NaN stays so.
    func applied(to tones: [Float]) -> [Float] { tones.map { $0.isNaN ? $0 : self[$0] } }

    private subscript(tone: Float) -> Float {
        let place = Self.place(tone)
        let bin = min(Int(place), Self.bins - 1)
        let share = place - Float(bin)
        return (1 - share) * values[bin] + share * values[bin + 1]
    }

    private static func place(_ tone: Float) -> Float { min(max(tone, 0), 255) / 255 * Float(bins) }

    /// Tones that do not occur are as the nearest that do.
    private mutating func fillGaps() {
        for bin in values.indices.dropFirst() where values[bin].isNaN { values[bin] = values[bin - 1] }
        for bin in values.indices.dropLast().reversed() where values[bin].isNaN { values[bin] = values[bin + 1] }
    }
}
