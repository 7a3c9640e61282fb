package import EspyImage

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
                    let above = UnsafeBufferPointer(rebasing: pixels[(row - 1) * width..<row * width])
                    let here = UnsafeBufferPointer(rebasing: pixels[row * width..<(row + 1) * width])
                    let below = UnsafeBufferPointer(rebasing: pixels[(row + 1) * width..<(row + 2) * width])
                    for column in 1..<width - 1 {
                        votes[row * width + column] = Self.vote(above, here, below, column)
                    }
                }
            }
        }
        self.votes = votes
    }

    /// The gradient is Scharr's (weights 3, 10, 3), in gray levels over two pixels.
    @inline(__always)
    private static func vote(
        _ above: UnsafeBufferPointer<UInt8>, _ here: UnsafeBufferPointer<UInt8>, _ below: UnsafeBufferPointer<UInt8>,
        _ column: Int
    ) -> Int8 {
        let (left, right) = (column - 1, column + 1)
        let corners = Int32(above[right]) - Int32(below[left])
        let others = Int32(above[left]) - Int32(below[right])
        let across = 3 * (corners - others) + 10 * (Int32(here[right]) - Int32(here[left]))
        let down = -3 * (corners + others) + 10 * (Int32(below[column]) - Int32(above[column]))
        let (x, y) = (Float(across) / 16, Float(down) / 16)
        guard abs(x) > steepness * abs(y) else { return 0 }
        return Int8(127 * x / (x * x + y * y + noise * noise).squareRoot())
    }
}
