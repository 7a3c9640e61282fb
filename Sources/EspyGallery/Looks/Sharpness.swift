package import EspyPixels

/// How sharp the sharpest parts of a photo are.
///
/// The variance of the Laplacian (Pech-Pacheco et al., 2000) of tiles, of which one in ten is sharper than the answer: a
/// face before a soft background is sharp, a shaken photo is sharp nowhere.
package enum Sharpness {
    /// Long side at which photos are compared, in pixels.
    private static let side = 512
    private static let tiles = 8

    /// - Parameter image: gray, of any size.
    package static func measure(_ image: GrayImage) -> Double {
        let scale = Double(side) / Double(max(image.width, image.height, 1))
        let small =
            scale < 1
            ? image.resized(
                width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
            : image
        var variances: [Double] = []
        for row in 0..<tiles {
            for column in 0..<tiles {
                let rows = (small.height * row / tiles)..<(small.height * (row + 1) / tiles)
                let columns = (small.width * column / tiles)..<(small.width * (column + 1) / tiles)
                if let variance = variance(small, rows, columns) { variances.append(variance) }
            }
        }
        guard !variances.isEmpty else { return 0 }
        return variances.sorted()[variances.count * 9 / 10]
    }

    /// - Returns: nil for a tile without inner pixels.
    private static func variance(_ image: GrayImage, _ rows: Range<Int>, _ columns: Range<Int>) -> Double? {
        let (inner, middle) = (
            max(rows.lowerBound, 1)..<max(min(rows.upperBound, image.height - 1), max(rows.lowerBound, 1)),
            max(columns.lowerBound, 1)..<max(min(columns.upperBound, image.width - 1), max(columns.lowerBound, 1))
        )
        guard !inner.isEmpty, !middle.isEmpty else { return nil }
        var (sum, squares) = (0, 0)
        image.pixels.withUnsafeBufferPointer { pixels in
            for y in inner {
                let line = y * image.width
                for x in middle {
                    let around =
                        Int(pixels[line + x - 1]) + Int(pixels[line + x + 1]) + Int(pixels[line + x - image.width])
                        + Int(pixels[line + x + image.width])
                    let value = 4 * Int(pixels[line + x]) - around
                    sum += value
                    squares += value * value
                }
            }
        }
        let count = Double(inner.count * middle.count)
        let mean = Double(sum) / count
        return Double(squares) / count - mean * mean
    }
}
