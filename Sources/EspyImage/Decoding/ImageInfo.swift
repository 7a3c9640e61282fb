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

    public init(format: ImageFormat, storedWidth: Int, storedHeight: Int, orientation: Orientation) {
        self.format = format
        self.storedWidth = storedWidth
        self.storedHeight = storedHeight
        self.orientation = orientation
    }

    /// Width in pixels of the upright picture.
    public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
    /// Height in pixels of the upright picture.
    public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }
}
