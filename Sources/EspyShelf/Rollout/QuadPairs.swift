import EspyPixels

/// Which of some outlines are the same as which of others.
enum QuadPairs {
    /// Pairs each outline with at most one of the others, the most alike first.
    ///
    /// - Parameter overlap: intersection by union from which on two are the same.
    /// - Returns: places in both lists.
    static func best(_ firsts: [Quad], _ seconds: [Quad], _ overlap: Double) -> [(first: Int, second: Int)] {
        var pairs: [(share: Double, first: Int, second: Int)] = []
        for (index, one) in firsts.enumerated() {
            for (other, candidate) in seconds.enumerated() {
                let share = QuadOverlap.share(one, candidate)
                if share >= overlap { pairs.append((share, index, other)) }
            }
        }
        pairs.sort { ($1.share, $0.first, $0.second) < ($0.share, $1.first, $1.second) }
        var isTaken = (
            [Bool](repeating: false, count: firsts.count), [Bool](repeating: false, count: seconds.count)
        )
        var best: [(first: Int, second: Int)] = []
        for pair in pairs where !isTaken.0[pair.first] && !isTaken.1[pair.second] {
            (isTaken.0[pair.first], isTaken.1[pair.second]) = (true, true)
            best.append((pair.first, pair.second))
        }
        return best
    }
}
