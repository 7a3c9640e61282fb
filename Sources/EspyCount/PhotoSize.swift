/// Width and height of a photo in pixels, upright.
public struct PhotoSize: Sendable, Hashable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// - Returns: nil where a side is not said.
    init?(width: Int?, height: Int?) {
        guard let width, let height else { return nil }
        self.init(width: width, height: height)
    }
}
