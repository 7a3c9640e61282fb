package import EspyPixels

/// The motion of the picture from one frame to the next, computed from sums along its columns and rows.
///
/// Spines run down the picture, so sums of columns show horizontal motion very well, whatever the vertical motion is.
package struct FrameMotion: Sendable {
    /// Number of parts that are summed separately, so that a rotation of the camera does not blur the sums.
    private static let parts = 3
    /// Maximum shift, as a share of the side.
    private static let reach = 0.3

    /// Change of brightness along the columns and rows of each part.
    private let columns: [[Float]]
    private let rows: [[Float]]
    private let scale: Double

    package init(_ thumbnail: FrameThumbnail) {
        (columns, rows) = Self.profiles(of: thumbnail.gray)
        scale = thumbnail.scale
    }

    /// - Parameter expected: the motion of the frame before, in pixels of the frame. Of nearly equal shifts, the one
    ///   closest to it is preferred, since copies of a book look the same.
    /// - Returns: the motion, in pixels of the frame, and how well the two frames agree there, 0...1.
    package func shift(
        from before: FrameMotion, expected: Point = Point(x: 0, y: 0)
    ) -> (offset: Point, agreement: Double) {
        guard before.scale == scale, before.columns[0].count == columns[0].count,
            before.rows[0].count == rows[0].count
        else { return (Point(x: 0, y: 0), 0) }
        let x = ProfileMatch(before.columns, columns, reach: Self.reach).best(near: expected.x / scale)
        let y = ProfileMatch(before.rows, rows, reach: Self.reach).best(near: expected.y / scale)
        return (Point(x: x.shift * scale, y: y.shift * scale), max(0, min(x.agreement, y.agreement)))
    }

    private static func profiles(of gray: GrayImage) -> (columns: [[Float]], rows: [[Float]]) {
        let (width, height) = (gray.width, gray.height)
        var columns = [[Float]](repeating: [Float](repeating: 0, count: width), count: parts)
        var rows = [[Float]](repeating: [Float](repeating: 0, count: height), count: parts)
        for row in 0..<height {
            let part = row * parts / height
            columns[part].withUnsafeMutableBufferPointer { sums in
                gray.pixels.withUnsafeBufferPointer { pixels in
                    for column in 0..<width { sums[column] += Float(pixels[row * width + column]) }
                }
            }
            for part in 0..<parts {
                var sum: UInt32 = 0
                for column in part * width / parts..<(part + 1) * width / parts {
                    sum &+= UInt32(gray.pixels[row * width + column])
                }
                rows[part][row] = Float(sum)
            }
        }
        return (columns.map(slopes), rows.map(slopes))
    }

    /// Returns differences over two steps, which ignore changes in overall brightness.
    private static func slopes(_ values: [Float]) -> [Float] {
        values.indices.map { index in
            values[min(index + 1, values.count - 1)] - values[max(index - 1, 0)]
        }
    }
}

/// Compares the profiles of two frames at every shift.
private struct ProfileMatch {
    /// Maximum deficit against the best shift for a shift that is closer to the expected one.
    private static let tolerance = 0.04

    /// Correlation by shift, from `-reach` to `reach`.
    private let scores: [Double]
    private let reach: Int

    init(_ before: [[Float]], _ now: [[Float]], reach: Double) {
        let reach = Int(Double(now[0].count) * reach)
        self.reach = reach
        scores = (-reach...reach).map { shift in
            var (product, first, second): (Float, Float, Float) = (0, 1, 1)
            for (one, other) in zip(before, now) {
                one.withUnsafeBufferPointer { one in
                    other.withUnsafeBufferPointer { other in
                        for index in max(0, -shift)..<min(one.count, one.count - shift) {
                            let (a, b) = (one[index], other[index + shift])
                            product += a * b
                            first += a * a
                            second += b * b
                        }
                    }
                }
            }
            return Double(product / (first * second).squareRoot())
        }
    }

    func best(near expected: Double) -> (shift: Double, agreement: Double) {
        guard let top = scores.max() else { return (0, 0) }
        var chosen: Int?
        for index in scores.indices where scores[index] >= top - Self.tolerance && isPeak(index) {
            if chosen.map({ distance(index, expected) < distance($0, expected) }) ?? true { chosen = index }
        }
        guard let chosen else { return (0, 0) }
        return (Double(chosen - reach) + fraction(chosen), scores[chosen])
    }

    private func isPeak(_ index: Int) -> Bool {
        (index == 0 || scores[index] >= scores[index - 1])
            && (index == scores.count - 1 || scores[index] >= scores[index + 1])
    }

    private func distance(_ index: Int, _ expected: Double) -> Double { abs(Double(index - reach) - expected) }

    /// Returns the position of the peak of the parabola through three neighbors.
    private func fraction(_ index: Int) -> Double {
        guard index > 0, index < scores.count - 1 else { return 0 }
        let (left, right) = (scores[index - 1], scores[index + 1])
        let bend = left + right - 2 * scores[index]
        return bend < 0 ? min(max((left - right) / (2 * bend), -0.5), 0.5) : 0
    }
}

/// A small gray copy of a frame, made from one in four of its pixels: enough to detect camera motion.
package struct FrameThumbnail: Sendable {
    /// Approximate length of the long side in pixels.
    private static let longSide = 480

    package let gray: GrayImage
    /// Pixels of the frame per pixel of the copy.
    package let scale: Double

    /// - Parameter image: at least one pixel.
    package init(_ image: RGBImage) {
        let step = max(1, (max(image.width, image.height) + Self.longSide - 1) / Self.longSide)
        let (width, height) = (max(1, image.width / step), max(1, image.height / step))
        let half = min(step / 2, image.width - 1, image.height - 1)
        let values = [UInt8](unsafeUninitializedCapacity: width * height) { out, initialized in
            image.pixels.withUnsafeBufferPointer { rgb in
                for row in 0..<height {
                    let upper = row * step * image.width
                    let lower = upper + (row * step + half < image.height ? half : 0) * image.width
                    for column in 0..<width {
                        // Green is most of the luminance.
                        let left = 3 * column * step + 1
                        let right = column * step + half < image.width ? left + 3 * half : left
                        let sum =
                            UInt16(rgb[3 * upper + left]) &+ UInt16(rgb[3 * upper + right])
                            &+ UInt16(rgb[3 * lower + left]) &+ UInt16(rgb[3 * lower + right])
                        out[row * width + column] = UInt8(truncatingIfNeeded: sum &>> 2)
                    }
                }
            }
            initialized = width * height
        }
        gray = GrayImage(width: width, height: height, pixels: values)
        scale = Double(step)
    }
}
