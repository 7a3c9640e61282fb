public import EspyPixels

/// Whatever finds the spines in a picture.
public protocol SpineDetector: Sendable {
    /// - Parameter image: at least one pixel; upright.
    /// - Returns: row by row from the top, each from left to right, in pixels of `image`.
    /// - Throws: only `CancellationError`.
    func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine]
}

/// One spine before it has a number.
public struct DetectedSpine: Sendable, Equatable {
    /// Top left, top right, bottom right, bottom left.
    public var quad: Quad
    /// Which shelf it stands on, counted from 0 at the top.
    public var row: Int
    /// 0...1.
    public var confidence: Double

    public init(quad: Quad, row: Int, confidence: Double) {
        self.quad = quad
        self.row = row
        self.confidence = confidence
    }
}
