/// Finds the shelves: bands of the picture in which many upright edges run on from one strip to the next.
///
/// A board, and the free space above the books, is where they end.
package struct ShelfRows: Sendable {
    /// An edge covers this share of its strip, and of the next one.
    private static let coverage: Int16 = Int16(Double(StripSums.full) * 0.5)
    /// A band goes on where so many edges run on, as a share of the most anywhere.
    private static let share = 0.2
    /// Fewer are no shelf.
    private static let fewest = 3

    private let sums: StripSums

    package init(sums: StripSums) { self.sums = sums }

    /// Ranges of strips, from the top; each has two at least.
    package func bands() -> [Range<Int>] {
        guard sums.count >= 2 else { return [] }
        let links = (0..<sums.count - 1).map(links)
        let least = max(Double(Self.fewest), Self.share * Double(links.max() ?? 0))
        var bands: [Range<Int>] = []
        var start: Int?
        for (strip, count) in (links + [0]).enumerated() {
            if Double(count) >= least {
                start = start ?? strip
            } else if let first = start {
                bands.append(first..<strip + 1)
                start = nil
            }
        }
        return bands
    }

    /// How many edges of a strip go on in the next.
    private func links(_ strip: Int) -> Int {
        links(strip, sign: 1) + links(strip, sign: -1)
    }

    private func links(_ strip: Int, sign: Int16) -> Int {
        let best = (0..<sums.width).map { strongest(strip, $0, sign) }
        return best.indices.count { column in
            let (sum, slope) = best[column]
            guard sum > Self.coverage, column >= 2, column < best.count - 2 else { return false }
            return sum >= best[column - 1].sum && sum > best[column + 1].sum
                && runsOn(strip + 1, column + slope, slope, sign)
        }
    }

    private func strongest(_ strip: Int, _ column: Int, _ sign: Int16) -> (sum: Int16, slope: Int) {
        var best = (sum: Int16.min, slope: 0)
        for slope in -StripSums.steepest...StripSums.steepest {
            let sum = sign &* sums.sums[sums.offset(strip: strip, slope: slope) + column]
            if sum > best.sum { best = (sum, slope) }
        }
        return best
    }

    private func runsOn(_ strip: Int, _ column: Int, _ slope: Int, _ sign: Int16) -> Bool {
        guard column >= 2, column < sums.width - 2 else { return false }
        for slope in max(slope - 2, -StripSums.steepest)...min(slope + 2, StripSums.steepest) {
            let start = sums.offset(strip: strip, slope: slope) + column
            for place in start - 2...start + 2 where sign &* sums.sums[place] > Self.coverage { return true }
        }
        return false
    }
}
