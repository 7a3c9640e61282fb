package import EspyPixels

/// Votes summed along short slanted lines: the picture is cut into strips of ``rows`` rows, and in each strip, sums are
/// taken along lines through every pixel of its middle row at each of the ``slopes``.
///
/// A line over a whole book then takes a few lookups, whatever its slope.
package struct StripSums: Sendable {
    /// Number of rows in a strip.
    package static let rows = 32
    /// Slopes range from `-steepest` to `steepest` pixels to the right per strip, about 20 degrees.
    static let steepest = 12
    static let slopes = 2 * steepest + 1
    /// The sum of a line with full votes in every row.
    static let full = Int32(rows) * 127

    let width: Int
    /// Number of strips; a remainder of fewer than ``rows`` rows at the bottom is ignored.
    package let count: Int
    /// Sums by strip, slope and column.
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

    /// Returns how far to the right of its center the line is in a row.
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

    /// Returns the index in ``sums`` where the lines of a strip with a slope begin.
    func offset(strip: Int, slope: Int) -> Int { (strip * Self.slopes + slope + Self.steepest) * width }

    /// Returns the share of a strip that the line covers, -1...1; 0 outside the picture.
    func coverage(strip: Int, slope: Int, column: Int) -> Float {
        guard 0..<width ~= column, abs(slope) <= Self.steepest else { return 0 }
        return Float(sums[offset(strip: strip, slope: slope) + column]) / Float(Self.full)
    }
}

/// How much each pixel looks like part of an upright edge: from -127, dark on the right, to 127, bright on the right.
///
/// The horizontal gradient is divided by the length of the whole gradient, so that faint edges count as much as strong
/// ones, and pixels of slanted strokes, such as those of letters, count nothing.
package struct EdgeVotes: Sendable {
    /// Differences of gray up to this are noise.
    private static let noise: Float = 5
    /// Minimum ratio of the horizontal to the vertical gradient.
    private static let steepness: Float = 1.2

    package let width: Int
    package let height: Int
    /// Votes, row by row.
    package let votes: [Int8]

    /// - Parameter image: a smaller image than 3 × 3 pixels gives no votes.
    package init(_ image: GrayImage) {
        let (width, height) = (image.width, image.height)
        (self.width, self.height) = (width, height)
        var votes = [Int8](repeating: 0, count: width * height)
        guard width >= 3, height >= 3 else {
            self.votes = votes
            return
        }
        votes.withUnsafeMutableBufferPointer { votes in
            image.pixels.withUnsafeBufferPointer { pixels in
                for row in 1..<height - 1 {
                    let here = pixels.baseAddress! + row * width
                    Self.vote(here - width, here, here + width, votes.baseAddress! + row * width, width)
                }
            }
        }
        self.votes = votes
    }

    /// Computes one row with Scharr's gradient (weights 3, 10, 3), in gray levels over two pixels.
    ///
    /// Branch-free, so that the compiler can vectorize it.
    private static func vote(
        _ above: UnsafePointer<UInt8>, _ here: UnsafePointer<UInt8>, _ below: UnsafePointer<UInt8>,
        _ votes: UnsafeMutablePointer<Int8>, _ width: Int
    ) {
        for column in 1..<width - 1 {
            let (left, right) = (column &- 1, column &+ 1)
            let corners = Int32(above[right]) &- Int32(below[left])
            let others = Int32(above[left]) &- Int32(below[right])
            let across = 3 &* (corners &- others) &+ 10 &* (Int32(here[right]) &- Int32(here[left]))
            let down = -3 &* (corners &+ others) &+ 10 &* (Int32(below[column]) &- Int32(above[column]))
            let (x, y) = (Float(across) * 0.0625, Float(down) * 0.0625)
            let share = 127 * abs(x) / (x * x + y * y + noise * noise).squareRoot()
            // After this addition, the low bits of a small number hold its integer part.
            let bits = ((share - 0.49999) + 12_582_912).bitPattern & 0x7F
            let whole = Int32(truncatingIfNeeded: bits)
            let signed = across < 0 ? 0 &- whole : whole
            votes[column] = Int8(truncatingIfNeeded: abs(x) > steepness * abs(y) ? signed : 0)
        }
    }
}
