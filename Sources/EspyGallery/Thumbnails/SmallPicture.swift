import EspyCodecs
import EspyPixels

/// The small picture of a photo in both forms that are kept.
struct SmallPicture: Sendable {
    let thumbnail: Thumbnail
    /// Some bytes that make a blurred one.
    let placeholder: [UInt8]

    /// Long side in pixels, and quality of the JPEG, where nobody asks for others.
    static let usualSide = 256
    static let usualQuality = 78

    /// - Parameters:
    ///   - side: the long one, in pixels.
    ///   - quality: of the JPEG, 1 to 100.
    init(of image: RGBImage, side: Int = usualSide, quality: Int = usualQuality) throws(ImageError) {
        let small = image.fitted(longSide: side)
        let bytes = try ImageEncoder.jpeg(small, quality: quality)
        thumbnail = Thumbnail(bytes: bytes, width: small.width, height: small.height)
        placeholder = Placeholder.encode(small)
    }

    init(_ thumbnail: Thumbnail, placeholder: [UInt8]) {
        (self.thumbnail, self.placeholder) = (thumbnail, placeholder)
    }
}

/// A small picture as JPEG.
struct Thumbnail: Sendable {
    let bytes: [UInt8]
    let width: Int
    let height: Int
}
