public import EspyImage

/// Whatever finds the places with text in a picture, without reading them.
public protocol TextRegionDetector: Sendable {
    /// - Parameter image: at least one pixel; upright.
    /// - Returns: in pixels of `image`.
    /// - Throws: only `CancellationError`.
    func regions(in image: GrayImage) async throws(CancellationError) -> [Shelf.TextRegion]
}
