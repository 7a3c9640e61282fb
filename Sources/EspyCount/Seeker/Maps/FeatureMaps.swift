package import EspyInference
import EspyPixels

/// What the network sees in a photo at one scale: for each cell of 8 × 8 pixels some numbers.
package struct FeatureMaps: Sendable {
    /// Pixels of the scaled photo for one of the photo.
    package let scaleX: Double
    package let scaleY: Double
    /// Size of the scaled photo, without what fills it up.
    package let width: Int
    package let height: Int
    /// `[1, channels, rows, columns]`
    package let tensor: Tensor

    package static let stride = 8

    package var rows: Int { tensor.shape[2] }
    package var columns: Int { tensor.shape[3] }
    package var bytes: Int { tensor.values.count * MemoryLayout<Float>.size }

    /// A box in pixels of the photo as one in pixels of the scaled photo.
    func scaled(_ box: Rect) -> Rect {
        Rect(x: box.x * scaleX, y: box.y * scaleY, width: box.width * scaleX, height: box.height * scaleY)
    }

    /// The numbers of a box on a grid, `[1, channels, side, side]`: bilinear between the middles of cells, those at the
    /// border going on beyond it.
    ///
    /// - Parameter box: in pixels of the photo.
    func patch(_ box: Rect, side: Int) -> Tensor {
        let box = scaled(box)
        let across = Self.taps(from: box.x, length: box.width, count: side, cells: columns)
        let down = Self.taps(from: box.y, length: box.height, count: side, cells: rows)
        let (channels, plane) = (tensor.shape[1], rows * columns)
        let values = [Float](unsafeUninitializedCapacity: channels * side * side) { out, initialized in
            tensor.values.withUnsafeBufferPointer { source in
                for channel in 0..<channels {
                    for (row, y) in down.enumerated() {
                        let upper = channel * plane + y.first * columns
                        let lower = channel * plane + y.second * columns
                        for (column, x) in across.enumerated() {
                            let above = source[upper + x.first] * (1 - x.share) + source[upper + x.second] * x.share
                            let below = source[lower + x.first] * (1 - x.share) + source[lower + x.second] * x.share
                            out[(channel * side + row) * side + column] = above * (1 - y.share) + below * y.share
                        }
                    }
                }
            }
            initialized = channels * side * side
        }
        return Tensor(shape: [1, channels, side, side], values: values)
    }

    private static func taps(
        from start: Double, length: Double, count: Int, cells: Int
    ) -> [(first: Int, second: Int, share: Float)] {
        (0..<count).map { index in
            let place = (start + length * (Double(index) + 0.5) / Double(count)) / Double(stride) - 0.5
            let held = min(max(place, 0), Double(cells - 1))
            let first = Int(held)
            return (first, min(first + 1, cells - 1), Float(held - Double(first)))
        }
    }
}
