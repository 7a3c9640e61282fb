/// A copy of a picture to draw on. Shapes are antialiased and may reach beyond the edges, where they are cut off.
///
/// Coordinates are pixels of the picture, those of ``Point``.
public struct Canvas: Sendable {
    public private(set) var image: RGBImage

    public init(_ image: RGBImage) {
        self.image = image
    }

    public var width: Int { image.width }
    public var height: Int { image.height }

    /// Calls `body` for drawing into the pixels in place.
    mutating func draw(_ body: (Surface) -> Void) {
        let (width, height) = (image.width, image.height)
        image.pixels.withUnsafeMutableBufferPointer { body(Surface(pixels: $0, width: width, height: height)) }
    }
}

/// The pixels of a canvas while something is drawn.
struct Surface {
    let pixels: UnsafeMutableBufferPointer<UInt8>
    let width: Int
    let height: Int

    /// The whole rows of the picture that `[low, high)` touches.
    func rows(_ low: Double, _ high: Double) -> Range<Int> { Raster.clip(low, high, to: height) }
    /// The whole columns of the picture that `[low, high)` touches.
    func columns(_ low: Double, _ high: Double) -> Range<Int> { Raster.clip(low, high, to: width) }

    /// Lays `color` over a pixel inside the picture; `coverage` is the share of the pixel that the shape fills.
    @inline(__always)
    func blend(_ column: Int, _ row: Int, _ color: Color, coverage: Double) {
        guard coverage > 0, color.opacity > 0 else { return }
        let share = Float(min(coverage, 1) * min(color.opacity, 1))
        let start = (row * width + column) * 3
        mix(start, color.red, share)
        mix(start + 1, color.green, share)
        mix(start + 2, color.blue, share)
    }

    @inline(__always)
    private func mix(_ index: Int, _ value: UInt8, _ share: Float) {
        let old = Float(pixels[index])
        pixels[index] = UInt8(old + (Float(value) - old) * share + 0.5)
    }
}
