/// A picture in gray, to be read: bright is 255.
public struct TextPage: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// Row by row from the top, `width` × `height` of them.
    public let pixels: [UInt8]

    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Whether anything could be told from its ground.
    var hasContrast: Bool { (pixels.max() ?? 0) - (pixels.min() ?? 0) >= 4 }

    /// How the text is laid out.
    public enum Layout: Sendable, Equatable, CaseIterable {
        /// One line, as high as the picture.
        case line
        /// Lines below each other.
        case block
        /// Words anywhere.
        case sparse
        /// Columns, headings and pictures, as they stand on paper or on a screen.
        case page
    }
}
