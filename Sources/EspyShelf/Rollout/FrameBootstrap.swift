/// Confidence intervals by drawing whole frames again, with replacement: books of one shelf are not independent of each
/// other, frames nearly are.
///
/// The percentile interval of Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
package struct FrameBootstrap {
    let resamples: Int
    let seed: UInt64

    /// - Parameter difference: of the frames in these places; nil where it is not defined.
    /// - Returns: nil when it is not defined for all frames, or there are none.
    func interval(frames: Int, _ difference: ([Int]) -> Double?) -> DifferenceInterval? {
        guard frames > 0, let whole = difference(Array(0..<frames)) else { return nil }
        var random = SplitMix64(state: seed)
        var values: [Double] = []
        for _ in 0..<resamples {
            let drawn = (0..<frames).map { _ in Int(random.next() % UInt64(frames)) }
            if let value = difference(drawn) { values.append(value) }
        }
        values.sort()
        guard !values.isEmpty else { return nil }
        return DifferenceInterval(
            difference: whole, low: Self.quantile(0.025, of: values), high: Self.quantile(0.975, of: values))
    }

    /// Between the two nearest values, in proportion (definition 7 of Hyndman and Fan, 1996).
    package static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        let place = share * Double(sorted.count - 1)
        let index = min(Int(place), sorted.count - 1)
        let next = min(index + 1, sorted.count - 1)
        return sorted[index] + (place - Double(index)) * (sorted[next] - sorted[index])
    }
}

/// A generator that gives the same numbers everywhere: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (2014).
package struct SplitMix64 {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
