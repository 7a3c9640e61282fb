/// A position in pixels of the upright image: origin at the outer top left corner, x to the right, y down.
///
/// The centre of the first pixel lies at (0.5, 0.5).
public struct Point: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
