import EspyPixels

extension Canvas {
    /// Applies light, lens and sensor: turns painted colors into an eight-bit picture.
    func developed(_ optics: SampleOptics, seed: UInt64) -> RGBImage {
        var output = [UInt8](repeating: 0, count: width * height * 3)
        let tint = SIMD3<Float>(optics.tint)
        let contrast = Float(optics.contrast)
        let noise = Float(optics.noise)
        for row in 0..<height {
            let y = (Double(row) + 0.5) / Double(height) - 0.5
            for column in 0..<width {
                let x = (Double(column) + 0.5) / Double(width) - 0.5
                let index = row * width + column
                let light = Float(Self.light(x: x, y: y, optics: optics))
                let pixel = pixels[index]
                let color = (SIMD3(pixel.x, pixel.y, pixel.z) * tint * light - 0.5) * contrast + 0.5
                let grain = Self.noise(seed: seed, index: index)
                // Shot noise grows with the square root of the light; half of the noise is there in the dark, too.
                let level = (0.5 + (color.clamped(lowerBound: .zero, upperBound: .one)).squareRoot()) / 1.2
                let value = (color * 255 + grain * noise * level + 0.5)
                    .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
                output[3 * index] = UInt8(value.x)
                output[3 * index + 1] = UInt8(value.y)
                output[3 * index + 2] = UInt8(value.z)
            }
        }
        return RGBImage(width: width, height: height, pixels: output)
    }

    @inline(__always)
    private static func light(x: Double, y: Double, optics: SampleOptics) -> Double {
        let slope = 1 + optics.gradient.x * x + optics.gradient.y * y
        return optics.exposure * slope * (1 - optics.vignette * 2 * (x * x + y * y))
    }

    /// Three numbers with mean 0 and deviation 1: sensor noise is partly common to the colors and partly separate.
    @inline(__always)
    private static func noise(seed: UInt64, index: Int) -> SIMD3<Float> {
        let hash = SampleRandom.mixed(seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
        func part(_ shift: UInt64) -> Float { Float((hash >> shift) & 0xFFF) / 4096 - 0.5 }
        let shared = part(0) + part(12)
        let own = SIMD3(part(24), part(36), part(48))
        return (own * 1.6 + shared) * 1.6
    }
}
