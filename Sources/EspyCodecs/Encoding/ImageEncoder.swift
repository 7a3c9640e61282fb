public import EspyPixels

/// Turns pixels into the bytes of an image file.
public enum ImageEncoder {
    /// How finely JPEG stores color.
    public enum ChromaSampling: String, Sendable, Hashable, Codable {
        /// Color at half the resolution in both directions: the usual choice for photos.
        case half
        /// Color at full resolution: for thin colored lines and text.
        case full
    }

    /// JPEG in color.
    ///
    /// - Parameter quality: 1 (smallest) to 100 (best); values outside are taken as the nearest end.
    public static func jpeg(
        _ image: RGBImage, quality: Int = 90, chroma: ChromaSampling = .half
    ) throws(ImageError) -> [UInt8] {
        try JPEGWriter(quality: quality, chroma: chroma).write(Raster(image))
    }

    /// JPEG in gray.
    public static func jpeg(_ image: GrayImage, quality: Int = 90) throws(ImageError) -> [UInt8] {
        try JPEGWriter(quality: quality, chroma: .full).write(Raster(image))
    }

    /// Lossless PNG in color.
    ///
    /// - Parameter fast: trade a somewhat larger file for a much shorter time.
    public static func png(_ image: RGBImage, fast: Bool = false) throws(ImageError) -> [UInt8] {
        try PNGWriter(fast: fast).write(Raster(image))
    }

    /// Lossless PNG in gray.
    public static func png(_ image: GrayImage, fast: Bool = false) throws(ImageError) -> [UInt8] {
        try PNGWriter(fast: fast).write(Raster(image))
    }
}
