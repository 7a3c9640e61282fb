package import EspyPixels

/// A small gray copy of a frame, made from one in four of its pixels: enough to see how the camera moved.
package struct FrameGlance: Sendable {
    /// About as many pixels has the long side.
    private static let longSide = 480

    package let gray: GrayImage
    /// Pixels of the frame for one of the glance.
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
