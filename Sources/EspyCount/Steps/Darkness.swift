package import EspyPixels

/// Whether a picture is so dark that things may be hidden in it.
package enum Darkness {
    /// Luminance, 0…255, that a fiftieth of the pixels must reach.
    private static let level: UInt8 = 48

    package static func hides(_ image: RGBImage) -> Bool {
        let pixels = image.width * image.height
        // Every so many pixels are enough to tell.
        let step = max(pixels / 20_000, 1)
        var (seen, bright) = (0, 0)
        for pixel in stride(from: 0, to: pixels, by: step) {
            seen += 1
            let brightest = max(image.pixels[3 * pixel], image.pixels[3 * pixel + 1], image.pixels[3 * pixel + 2])
            if brightest >= level { bright += 1 }
        }
        return bright * 50 < seen
    }
}
