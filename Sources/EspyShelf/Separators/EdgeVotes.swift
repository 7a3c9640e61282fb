package import EspyPixels

/// How far each pixel looks like a part of an upright edge: from -127, dark to the right, to 127, bright to the right.
///
/// The gradient across is divided by the length of the whole gradient, so that faint edges count as much as strong
/// ones, and pixels of slanted strokes, such as those of letters, count nothing.
package struct EdgeVotes: Sendable {
    /// Differences of gray that are noise rather than an edge.
    private static let noise: Float = 5
    /// The gradient must be steeper across than down by this factor.
    private static let steepness: Float = 1.2

    package let width: Int
    package let height: Int
    /// Row by row.
    package let votes: [Int8]

    /// - Parameter image: at least 3 × 3 pixels, or there are no votes at all.
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

    /// One row. The gradient is Scharr's (weights 3, 10, 3), in gray levels over two pixels.
    ///
    /// Without a branch, so that the compiler works on several columns at once.
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
            // Added to this, a small number leaves its whole part in the last bits.
            let bits = ((share - 0.49999) + 12_582_912).bitPattern & 0x7F
            let whole = Int32(truncatingIfNeeded: bits)
            let signed = across < 0 ? 0 &- whole : whole
            votes[column] = Int8(truncatingIfNeeded: abs(x) > steepness * abs(y) ? signed : 0)
        }
    }
}
