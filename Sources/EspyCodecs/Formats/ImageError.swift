/// Why bytes could not become a picture, or a picture bytes.
///
/// The cases carry facts; the words for a person are made where the person is.
public enum ImageError: Error, Sendable, Equatable {
    /// There are no bytes at all.
    case empty
    /// The file is larger than ``DecodingOptions/maxBytes``.
    case tooManyBytes(count: Int, limit: Int)
    /// The bytes begin like no image format that is known here.
    case notAnImage
    /// An image, or something near it, in a format that is not decoded here.
    case unsupportedFormat(ForeignFormat)
    /// A decoded format in a variant that is not supported; `detail` is the fact, such as "RLE compression".
    case unsupportedVariant(ImageFormat, detail: String)
    /// The file ends before the picture does.
    case truncated(ImageFormat)
    /// The file breaks the rules of its format; `reason` comes from the decoder.
    case corrupt(ImageFormat, reason: String)
    /// The header announces more than ``DecodingOptions/maxPixels``. Nothing was allocated.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The file has fewer pages than ``DecodingOptions/page`` asks for; the frames of an animation are none.
    case noSuchPage(Int, pages: Int, frames: Int)
    /// A format cannot store a picture of this size (JPEG ends at 65,535 a side, and nothing stores 0).
    case sizeNotEncodable(ImageFormat, width: Int, height: Int)
    /// The encoder gave up; `reason` is its own.
    case encodingFailed(ImageFormat, reason: String)
}
