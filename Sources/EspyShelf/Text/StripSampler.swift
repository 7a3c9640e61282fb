import EspyPixels

/// Cuts a quad out of a picture and stretches it to a rectangle with cubic weights: letters that are made larger keep
/// sharper sides than with bilinear ones, and more of them are read.
struct StripSampler {
    /// Weights of four neighboring pixels, for each 256th of the way between the middle two.
    private static let weights: [SIMD4<Float>] = (0...256).map { step in
        let t = Float(step) / 256
        func weight(_ distance: Float) -> Float {
            let (a, d) = (Float(-0.75), abs(distance))
            if d <= 1 { return ((a + 2) * d - (a + 3)) * d * d + 1 }
            return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0
        }
        return SIMD4(weight(t + 1), weight(t), weight(1 - t), weight(2 - t))
    }

    /// - Returns: nil where the quad has no area. Outside the picture its border goes on.
    static func strip(_ quad: Quad, of image: GrayImage, width: Int, height: Int) -> [UInt8]? {
        let frame = Quad(Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        guard let map = Homography(from: frame, to: quad), image.width > 0, image.height > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            image.pixels.withUnsafeBufferPointer { pixels in
                weights.withUnsafeBufferPointer { weights in
                    let source = Source(pixels: pixels, width: image.width, height: image.height, weights: weights)
                    for row in 0..<height {
                        for column in 0..<width {
                            let place = map.apply(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                            target[row * width + column] = source.value(place.x - 0.5, place.y - 0.5)
                        }
                    }
                }
            }
            count = width * height
        }
    }

    private struct Source {
        let pixels: UnsafeBufferPointer<UInt8>
        let width: Int
        let height: Int
        let weights: UnsafeBufferPointer<SIMD4<Float>>

        @inline(__always)
        func value(_ x: Double, _ y: Double) -> UInt8 {
            // A quad that reaches far outside has places that no integer holds.
            let x = min(max(x, -4), Double(width) + 4)
            let y = min(max(y, -4), Double(height) + 4)
            guard x == x, y == y else { return 0 }
            let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
            let across = weights[Int((x - Double(left)) * 256)]
            let down = weights[Int((y - Double(top)) * 256)]
            var sum = Float(0)
            for line in 0..<4 {
                let start = min(max(top + line - 1, 0), height - 1) * width
                sum += down[line] * (four(start, left - 1) * across).sum()
            }
            return UInt8(min(max(sum + 0.5, 0), 255))
        }

        /// Four pixels of a row from `column` on.
        @inline(__always)
        private func four(_ start: Int, _ column: Int) -> SIMD4<Float> {
            if column >= 0, column + 3 < width {
                let place = start + column
                return SIMD4(
                    Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), Float(pixels[place + 3]))
            }
            func pixel(_ offset: Int) -> Float { Float(pixels[start + min(max(column + offset, 0), width - 1)]) }
            return SIMD4(pixel(0), pixel(1), pixel(2), pixel(3))
        }
    }
}
