import EspyCodecs
import EspyPixels

/// Whether pictures of whole photos are kept with results, and how much room they may take.
public enum HistoryPhotos: Sendable, Equatable {
    /// The photo is not kept.
    case none
    /// A picture of at most ``longSide`` pixels is; all of them together take at most so many bytes.
    case small(limit: Int)
    /// Looked at was what is kept already: it stays with the entry that takes the place of another, as it is.
    case asBefore

    /// Of the longer side of a kept picture, in pixels.
    public static let longSide = 2_048
    /// Quality of the JPEG.
    static let quality = 85
}

/// The picture of a whole photo that is kept with an entry.
///
/// It is made of pixels alone: where and with what a photo was taken does not get into it.
public struct HistoryPhoto: Sendable, Equatable {
    public var jpeg: [UInt8]
    /// In pixels; the photo itself may have been larger.
    public var width: Int
    public var height: Int

    public init(jpeg: [UInt8], width: Int, height: Int) {
        (self.jpeg, self.width, self.height) = (jpeg, width, height)
    }

    /// - Parameter image: the photo at any size.
    init(_ image: RGBImage) throws(ImageError) {
        let small = image.fitted(longSide: HistoryPhotos.longSide)
        self.init(
            jpeg: try ImageEncoder.jpeg(small, quality: HistoryPhotos.quality), width: small.width,
            height: small.height)
    }

    /// How much room the pictures of a history take.
    public struct Room: Sendable, Equatable, Encodable {
        /// How many pictures there are.
        public var photos: Int
        public var bytes: Int

        public init(photos: Int = 0, bytes: Int = 0) { (self.photos, self.bytes) = (photos, bytes) }
    }
}
