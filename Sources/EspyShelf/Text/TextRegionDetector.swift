public import EspyPixels

/// Whatever finds the places with text in a picture, without reading them.
public protocol TextRegionDetector: Sendable {
    /// - Parameters:
    ///   - image: at least one pixel; upright.
    ///   - spines: where books are, as far as that is known: no line of text runs from one onto the next.
    /// - Returns: in pixels of `image`.
    /// - Throws: only `CancellationError`.
    func regions(in image: GrayImage, spines: [Quad]) async throws(CancellationError) -> [Shelf.TextRegion]
}
