/// How much the shelf holds.
package struct PhotoLimits: Sendable {
    /// Of one file.
    package var bytes: Int
    /// Of one picture as it is stored.
    package var pixels: Int
    /// Of one that a decoder holds as a whole (``ImageInfo/isHeldWhole``): a few hundred kilobytes of those unpack to
    /// anything.
    package var wholePixels: Int
    /// Bytes for all pictures that are being decoded at one time. A larger one is decoded alone.
    package var decoding: Int
    /// How many photos are kept. Those used within the last minute stay beside them, up to four times as many.
    package var photos: Int
    /// Of all photos together.
    package var total: Int
    /// Seconds after which a photo that nobody used is let go.
    package var age: Int

    /// The sensors of phones have up to 108 million pixels in JPEG, and up to 50 million in HEIC.
    package init(
        bytes: Int = 256 << 20, pixels: Int = 110_000_000, wholePixels: Int = 54_000_000, decoding: Int = 768 << 20,
        photos: Int = 32, total: Int = 1 << 30, age: Int = 3_600
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.wholePixels = wholePixels
        self.decoding = decoding
        self.photos = photos
        self.total = total
        self.age = age
    }

    /// Seconds for which a photo is sure to be there after it was used, unless very many come.
    static let grace = 60
    var mostPhotos: Int { 4 * photos }
}
