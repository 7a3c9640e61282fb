public import EspyPixels

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

    /// The same for spines that were just found: what is printed tells of some that there are none, and of others that
    /// they were missed.
    ///
    /// - Returns: the spines that there are, in their order, with what is printed on them.
    func revised(
        _ spines: [DetectedSpine], in image: RGBImage
    ) async throws(CancellationError) -> [(spine: DetectedSpine, reading: Shelf.Reading?)]
}

extension SpineReader {
    public func revised(
        _ spines: [DetectedSpine], in image: RGBImage
    ) async throws(CancellationError) -> [(spine: DetectedSpine, reading: Shelf.Reading?)] {
        let readings = try await readings(of: spines.map(\.quad), in: image)
        return zip(spines, readings).map { (spine: $0, reading: $1) }
    }
}
