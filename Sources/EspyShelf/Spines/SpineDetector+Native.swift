// Not in the browser: it has no tasks.

public import EspyPixels

/// A detector of book spines.
public protocol SpineDetector: Sendable {
    /// - Parameter image: at least one pixel; upright.
    /// - Returns: the spines, row by row from the top, each from left to right, in pixels of `image`.
    /// - Throws: only `CancellationError`.
    func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine]
}

extension SeparatorDetector: SpineDetector {
    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        guard let spines = found(in: image) else { throw CancellationError() }
        return spines
    }
}
