public import EspyImage

/// Whatever reads what is printed on spines.
public protocol SpineReader: Sendable {
    /// - Parameters:
    ///   - spines: in pixels of `image`, corners as in ``Shelf/Spine/quad``. Neighbors help each other, so spines of one
    ///     row had better be asked for together.
    ///   - image: upright.
    /// - Returns: one for each spine, in the same order; nil for a spine that could not be tried.
    /// - Throws: only `CancellationError`.
    func readings(
        of spines: [Quad], in image: RGBImage
    ) async throws(CancellationError) -> [Shelf.Reading?]
}
