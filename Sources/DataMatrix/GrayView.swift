/// Eight-bit luminance to look for symbols in: 0 black, 255 white. Shares the caller's array, copies nothing.
///
/// Coordinates of results are pixels of this view: origin at the outer top left corner, y down; the centre of the
/// first pixel lies at (0.5, 0.5).
public struct GrayView: Sendable {
    public let width: Int
    public let height: Int
    /// Row by row from the top, without gaps.
    public let pixels: [UInt8]

    /// - Precondition: `pixels` holds `width * height` values.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
