/// Eight-bit sRGB, three bytes a pixel, rows packed without gaps. Always upright: orientation is already applied.
public struct RGBImage: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// `width * height * 3` values: red, green, blue, row by row from the top.
    public var pixels: [UInt8]

    /// - Precondition: `pixels` holds `width * height * 3` values.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height * 3)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// An image of one colour.
    public init(width: Int, height: Int, red: UInt8, green: UInt8, blue: UInt8) {
        var pixels = [UInt8](repeating: red, count: width * height * 3)
        for index in stride(from: 0, to: pixels.count, by: 3) {
            pixels[index + 1] = green
            pixels[index + 2] = blue
        }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// Luminance by the weights of ITU-R BT.601: (77 R + 150 G + 29 B) / 256.
    public var gray: GrayImage {
        let count = width * height
        let values = [UInt8](unsafeUninitializedCapacity: count) { out, initialized in
            pixels.withUnsafeBufferPointer { rgb in
                for index in 0..<count {
                    let sum =
                        UInt32(rgb[3 * index]) * 77 + UInt32(rgb[3 * index + 1]) * 150
                        + UInt32(rgb[3 * index + 2]) * 29
                    out[index] = UInt8(truncatingIfNeeded: (sum + 128) >> 8)
                }
            }
            initialized = count
        }
        return GrayImage(width: width, height: height, pixels: values)
    }
}
