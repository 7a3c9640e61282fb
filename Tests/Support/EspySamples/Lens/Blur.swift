import EspyPixels
import Foundation

extension Canvas {
    /// Gaussian blur with the given standard deviation in pixels; the edge of the picture is repeated.
    mutating func blur(_ deviation: Double) {
        guard deviation > 0.05 else { return }
        let reach = max(1, Int((3 * deviation).rounded(.up)))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let total = weights.reduce(0, +)
        let kernel = weights.map { Float($0 / total) }
        convolve(kernel, stride: SIMD2(1, 0))
        convolve(kernel, stride: SIMD2(0, 1))
    }

    /// The mean along a straight path of `motion` pixels.
    mutating func smear(_ motion: SIMD2<Double>) {
        let length = (motion * motion).sum().squareRoot()
        guard length > 0.1 else { return }
        let count = max(2, Int((length * 2).rounded(.up)))
        let source = pixels
        let taps = (0..<count).map { motion * (Double($0) / Double(count - 1) - 0.5) }
        for row in 0..<height {
            for column in 0..<width {
                var sum = SampleColor.zero
                for tap in taps {
                    sum += bilinear(source, x: Double(column) + tap.x, y: Double(row) + tap.y)
                }
                pixels[row * width + column] = sum / Float(count)
            }
        }
    }

    private mutating func convolve(_ kernel: [Float], stride: SIMD2<Int>) {
        let source = pixels
        let reach = kernel.count / 2
        source.withUnsafeBufferPointer { source in
            for row in 0..<height {
                for column in 0..<width {
                    var sum = SampleColor.zero
                    for (index, weight) in kernel.enumerated() {
                        let x = min(max(column + (index - reach) * stride.x, 0), width - 1)
                        let y = min(max(row + (index - reach) * stride.y, 0), height - 1)
                        sum += source[y * width + x] * weight
                    }
                    pixels[row * width + column] = sum
                }
            }
        }
    }

    @inline(__always)
    private func bilinear(_ source: [SampleColor], x: Double, y: Double) -> SampleColor {
        let (x, y) = (min(max(x, 0), Double(width - 1)), min(max(y, 0), Double(height - 1)))
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        let (fx, fy) = (Float(x - Double(left)), Float(y - Double(top)))
        let upper = source[top * width + left] * (1 - fx) + source[top * width + right] * fx
        let lower = source[bottom * width + left] * (1 - fx) + source[bottom * width + right] * fx
        return upper * (1 - fy) + lower * fy
    }
}
