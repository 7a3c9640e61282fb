package import EspyPixels

/// How wide the edges of a picture are.
package enum EdgeSharpness {
    /// One row in so many is looked at.
    private static let rowStep = 8
    /// How far from the middle of an edge its two sides are.
    private static let reach = 6
    /// An edge has this much contrast, in levels of green.
    private static let contrast: Int32 = 36
    /// Fewer edges say nothing.
    private static let fewest = 60

    /// The width in pixels over which an edge rises, of one that is among the sharper ones: some 2 in a sharp picture.
    ///
    /// How steep an edge is, divided by its whole contrast, does not depend on what is in the picture, and little on
    /// noise. - Returns: nil for a picture without edges.
    package static func width(_ image: RGBImage) -> Double? {
        guard image.width > 4 * reach else { return nil }
        // By share of the contrast that two pixels have, in 64ths.
        var counts = [Int](repeating: 0, count: 65)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in stride(from: rowStep / 2, to: image.height, by: rowStep) {
                add(pixels.baseAddress! + 3 * row * image.width + 1, image.width, to: &counts)
            }
        }
        let all = counts.reduce(0, +)
        guard all >= fewest else { return nil }
        // A quarter of the edges is as steep as this or steeper.
        var rest = all / 4
        for share in counts.indices.reversed() {
            rest -= counts[share]
            if rest < 0 { return 2 * 64 / Double(max(share, 1)) }
        }
        return nil
    }

    private static func add(_ green: UnsafePointer<UInt8>, _ width: Int, to counts: inout [Int]) {
        func steepness(_ column: Int) -> Int32 {
            Int32(green[3 &* (column &+ 1)]) &- Int32(green[3 &* (column &- 1)])
        }
        var column = reach
        while column < width - reach {
            let step = steepness(column)
            let whole = Int32(green[3 &* (column &+ reach)]) &- Int32(green[3 &* (column &- reach)])
            // The middle of an edge is where it is steepest.
            guard abs(whole) >= contrast, abs(step) >= abs(steepness(column - 1)),
                abs(step) > abs(steepness(column + 1)), (step > 0) == (whole > 0)
            else {
                column += 1
                continue
            }
            counts[Int(min(64, 64 * abs(step) / abs(whole)))] += 1
            column += 2
        }
    }
}
