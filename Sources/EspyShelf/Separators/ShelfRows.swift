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
        let (best, slopes) = strongest(strip, sign)
        var count = 0
        for column in 2..<max(2, best.count - 2)
        where best[column] > Self.coverage && best[column] >= best[column - 1] && best[column] > best[column + 1] {
            let slope = Int(slopes[column])
            if runsOn(strip + 1, column + slope, slope, sign) { count += 1 }
        }
        return count
    }

    /// By column, the largest sum of a line through it, and that line's slope.
    private func strongest(_ strip: Int, _ sign: Int16) -> (sums: [Int16], slopes: [Int16]) {
        var best = [Int16](repeating: .min, count: sums.width)
        var slopes = [Int16](repeating: 0, count: sums.width)
        best.withUnsafeMutableBufferPointer { best in
            slopes.withUnsafeMutableBufferPointer { slopes in
                sums.sums.withUnsafeBufferPointer { votes in
                    for slope in -StripSums.steepest...StripSums.steepest {
                        let line = votes.baseAddress! + sums.offset(strip: strip, slope: slope)
                        let step = Int16(slope)
                        for column in 0..<best.count {
                            let sum = sign &* line[column]
                            let isBetter = sum > best[column]
                            best[column] = isBetter ? sum : best[column]
                            slopes[column] = isBetter ? step : slopes[column]
                        }
                    }
                }
            }
        }
        return (best, slopes)
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
