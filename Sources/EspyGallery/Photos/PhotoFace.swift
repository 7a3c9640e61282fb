/// Where a face is on a photo.
public struct PhotoFace: Sendable, Equatable, Hashable, Codable {
    /// Pixels of the upright photo, origin top left.
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The same on the photo in another size.
    package func scaled(by factor: Double) -> PhotoFace {
        func size(_ length: Int) -> Int { Int((Double(length) * factor).rounded()) }
        return PhotoFace(x: size(x), y: size(y), width: size(width), height: size(height))
    }
}
