public import EspyPixels

/// What the header of an image file says.
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

    public init(
        format: ImageFormat, storedWidth: Int, storedHeight: Int, orientation: Orientation, isHeldWhole: Bool = true
    ) {
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
