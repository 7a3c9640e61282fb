import CMath

/// What the digits of a symbol most likely are, and how much less likely all else is.
struct DigitChoice {
    /// One for each slot.
    let digits: [Int]
    /// Which of the layout's parities the digits on the left have.
    let parity: Int
    /// By how much the second best digit of each slot is behind, in logarithms of likelihood, and last by how much the
    /// second best parity is.
    let margins: [Float]
    /// How far the digits are behind what each slot looks most like in any set; 0 where no rule had to help.
    let shortfall: Float
    /// Whether the digits obey the check digit or the parity that stands for one.
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

    /// The logarithm of the likelihood of a correlation, with `freedom` independent samples, noise being Gaussian.
    static func evidence(_ correlation: Float, freedom: Float = 9) -> Float {
        let correlation = max(correlation, 0)
        return -0.5 * freedom * logf(1.02 - correlation * correlation)
    }

    /// Because the check digit finds each single mistake, two have to happen for a wrong value: the sum of the two
    /// smallest margins.
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
