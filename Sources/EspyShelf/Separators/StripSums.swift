/// Votes summed along short slanted lines: the picture is cut into strips of ``rows`` rows, and in each strip every line
/// from a pixel of its middle at any of ``slopes`` is summed.
///
/// A line over a whole book is then a few lookups, whatever its slope.
package struct StripSums: Sendable {
    /// Rows of a strip.
    static let rows = 32
    /// Slopes go from `-steepest` to `steepest` pixels to the right per strip, some 20 degrees.
    static let steepest = 12
    static let slopes = 2 * steepest + 1
    /// What a line of nothing but full votes has.
    static let full = Int32(rows) * 127

    let width: Int
    /// How many strips there are; a rest of fewer than ``rows`` rows at the bottom belongs to none.
    package let count: Int
    /// By strip, slope and column.
    let sums: [Int16]

    package init(_ votes: EdgeVotes) {
        let (width, count) = (votes.width, votes.height / Self.rows)
        (self.width, self.count) = (width, count)
        var sums = [Int16](repeating: 0, count: count * Self.slopes * width)
        sums.withUnsafeMutableBufferPointer { sums in
            votes.votes.withUnsafeBufferPointer { votes in
                for strip in 0..<count {
                    for slope in -Self.steepest...Self.steepest {
                        let line = (strip * Self.slopes + slope + Self.steepest) * width
                        let target = UnsafeMutableBufferPointer(rebasing: sums[line..<line + width])
                        for row in 0..<Self.rows {
                            let start = (strip * Self.rows + row) * width
                            let source = UnsafeBufferPointer(rebasing: votes[start..<start + width])
                            Self.add(source, movedBy: Self.shift(row: row, slope: slope), to: target)
                        }
                    }
                }
            }
        }
        self.sums = sums
    }

    /// How far to the right of the middle of the strip a line is in a row.
    private static func shift(row: Int, slope: Int) -> Int {
        Int(((Double(row) - Double(rows - 1) / 2) * Double(slope) / Double(rows)).rounded(.toNearestOrEven))
    }

    @inline(__always)
    private static func add(
        _ source: UnsafeBufferPointer<Int8>, movedBy shift: Int, to target: UnsafeMutableBufferPointer<Int16>
    ) {
        let low = max(0, -shift)
        let high = target.count - max(0, shift)
        guard low < high else { return }
        let (from, to) = (source.baseAddress! + low + shift, target.baseAddress! + low)
        for index in 0..<high - low { to[index] &+= Int16(from[index]) }
    }

    /// Where the lines of a strip with a slope begin in ``sums``.
    func offset(strip: Int, slope: Int) -> Int { (strip * Self.slopes + slope + Self.steepest) * width }

    /// The share of a strip that the line covers, -1...1; 0 outside the picture.
    func coverage(strip: Int, slope: Int, column: Int) -> Float {
        guard 0..<width ~= column, abs(slope) <= Self.steepest else { return 0 }
        return Float(sums[offset(strip: strip, slope: slope) + column]) / Float(Self.full)
    }
}
