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
}
