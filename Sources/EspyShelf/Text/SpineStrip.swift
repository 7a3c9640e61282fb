import EspyPixels
import EspyText

/// A picture of one spine, rotated so that its words are level.
enum SpineStrip {
    /// Maximum length or thickness in pixels; larger pictures of a spine are no more legible.
    private static let longest = 2600.0
    private static let thickest = 300.0

    /// - Returns: nil if the spine has no area, or is too small for any word.
    static func page(
        of spine: Quad, in image: GrayImage, turn: SpineTurn, _ look: SpineAttempt.Look
    ) -> TextPage? {
        let quad = turn.turned(spine)
        let (length, height) = (quad.meanWidth, quad.meanHeight)
        guard length.isFinite, height.isFinite, min(length, height) >= 6 else { return nil }
        let scale = scale(length, height, look)
        let (width, rows) = (Int((length * scale).rounded()), Int((height * scale).rounded()))
        guard min(width, rows) >= 8 else { return nil }
        guard let pixels = pixels(quad, image, width, rows, scale) else { return nil }
        return TextPage(width: width, height: rows, pixels: StripContrast.stretched(pixels))
    }

    private static func pixels(
        _ quad: Quad, _ image: GrayImage, _ width: Int, _ height: Int, _ scale: Double
    ) -> [UInt8]? {
        // Downscaling needs the mean of the pixels that are merged.
        if scale < 0.75 { return image.rectified(quad, width: width, height: height)?.pixels }
        return StripSampler.strip(quad, of: image, width: width, height: height)
    }

    /// Returns the scale at which words are recognized best, with small letters about 20 pixels high. Most photos reach
    /// that if spines are given the look's thickness.
    private static func scale(_ length: Double, _ height: Double, _ look: SpineAttempt.Look) -> Double {
        let thickness = min(length, height)
        let wanted = min(max(look.thickness / thickness, look.scales.lowerBound), look.scales.upperBound)
        return min(wanted, Self.longest / max(length, height), Self.thickest / thickness)
    }
}

/// Adjusts the brightness of a strip for the fastest recognition: from black to white, dark on light.
private enum StripContrast {
    /// Share of the pixels that become black, and share that become white.
    private static let clipped = 0.01

    static func stretched(_ pixels: [UInt8]) -> [UInt8] {
        guard !pixels.isEmpty else { return pixels }
        var counts = [Int](repeating: 0, count: 256)
        for pixel in pixels { counts[Int(pixel)] += 1 }
        let low = level(counts, at: Int(clipped * Double(pixels.count)))
        let high = level(counts, at: Int((1 - clipped) * Double(pixels.count)))
        let middle = level(counts, at: pixels.count / 2)
        let span = Float(max(high - low, 1))
        var table = (0..<256).map { value in
            UInt8(min(max(255 * Float(value - low) / span, 0), 255))
        }
        // Most of a spine is its cover: if that is darker than the mean, the letters are light. The recognizer would
        // detect that too, but needs a second pass.
        let mean = counts.indices.reduce(0) { $0 + $1 * counts[$1] } / pixels.count
        if middle < mean { table = table.map { 255 - $0 } }
        return pixels.map { table[Int($0)] }
    }

    /// Returns the brightness below which there are at most `rank` pixels.
    private static func level(_ counts: [Int], at rank: Int) -> Int {
        var sum = 0
        for (value, count) in counts.enumerated() {
            sum += count
            if sum > rank { return value }
        }
        return 255
    }
}

/// Cuts a quad out of a picture and stretches it to a rectangle with cubic weights. Enlarged letters stay sharper than
/// with bilinear ones, and more of them are read.
private struct StripSampler {
    /// - Returns: nil if the quad has no area. The border of the picture is repeated outside it.
    static func strip(_ quad: Quad, of image: GrayImage, width: Int, height: Int) -> [UInt8]? {
        let frame = Quad(Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        guard let map = Homography(from: frame, to: quad), image.width > 0, image.height > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            image.pixels.withUnsafeBufferPointer { pixels in
                CubicWeights.steps.withUnsafeBufferPointer { weights in
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
            // A quad that extends far outside has positions that no integer holds.
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

        /// Returns four pixels of a row, from `column` on.
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
