/// What to look for in a picture of a shelf.
public struct ShelfOptions: Sendable, Codable, Equatable {
    /// Spines that are less sure than this are left out, 0...1.
    public var confidence: Double

    /// What makes sense for ``confidence``.
    public static let confidences = 0.0...0.99

    public init(confidence: Double = 0.3) {
        self.confidence = confidence
    }
}
