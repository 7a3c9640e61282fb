public import EspyPixels

/// What the header of an image file says of one of its pictures.
public struct ImageInfo: Sendable, Hashable, Codable {
    public let format: ImageFormat
    /// Size in pixels as stored in the file.
    public let storedWidth: Int
    public let storedHeight: Int
    /// How the stored pixels must be turned to stand upright.
    ///
    /// ``Orientation/identity`` for HEIC and AVIF files that say it in their container: the decoder turns those itself,
    /// and the stored size is the turned one.
    public let orientation: Orientation
    /// Whether a decoder holds the whole picture at once, however small a copy is wanted.
    ///
    /// False for JPEG files whose rows come one after the other, which is all that cameras write.
    public let isHeldWhole: Bool
    /// How many pictures the file holds, each of which ``DecodingOptions/page`` can name. Reduced copies, masks and the
    /// frames of an animation do not count.
    public let pages: Int
    /// Frames of an animation, of which the first is decoded; 1 where nothing moves.
    public let frames: Int

    public init(
        format: ImageFormat, storedWidth: Int, storedHeight: Int, orientation: Orientation, isHeldWhole: Bool = true,
        pages: Int = 1, frames: Int = 1
    ) {
        self.pages = pages
        self.frames = frames
        self.format = format
        self.storedWidth = storedWidth
        self.storedHeight = storedHeight
        self.orientation = orientation
        self.isHeldWhole = isHeldWhole
    }

    /// Width in pixels of the upright picture.
    public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
    /// Height in pixels of the upright picture.
    public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }
}
