public import EspyImage

/// Draws what was read onto a copy of the photo.
public struct RackAnnotator: Sendable {
    public init() {}

    /// - Parameter image: the photo that `rack` was read from.
    public func annotate(_ rack: Rack, on image: RGBImage) -> RGBImage {
        image
    }
}
