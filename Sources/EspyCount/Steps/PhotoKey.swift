package import EspyPixels

/// Tells photos apart: size and a sum over all pixels.
struct PhotoKey: Sendable, Hashable {
    private let width: Int
    private let height: Int
    private let sum: UInt64

    init(_ image: RGBImage) {
        width = image.width
        height = image.height
        sum = image.pixels.withUnsafeBytes { bytes in
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            let whole = bytes.count / 8 * 8
            for place in stride(from: 0, to: whole, by: 8) {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
            }
            for place in whole..<bytes.count { sum = (sum ^ UInt64(bytes[place])) &* 0x9E37_79B9_7F4A_7C15 }
            return sum
        }
    }
}

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
