/// Eight-bit luminance, rows packed without gaps, 0 black and 255 white.
public struct GrayImage: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// `width * height` values, row by row from the top.
    public var pixels: [UInt8]

    /// - Precondition: `pixels` holds `width * height` values.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The mean of all values, from 0 to 255; 0 for a picture without pixels.
    public var mean: Double {
        guard !pixels.isEmpty else { return 0 }
        let total = pixels.withUnsafeBufferPointer { pixels in
            // So many fit into 32 bits, which the processor adds up many at a time.
            stride(from: 0, to: pixels.count, by: 1 << 20).reduce(0) { total, start in
                var sum: UInt32 = 0
                for index in start..<min(start + (1 << 20), pixels.count) { sum &+= UInt32(pixels[index]) }
                return total + Int(sum)
            }
        }
        return Double(total) / Double(pixels.count)
    }
}
