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

/// Which way the words of a spine run.
enum SpineTurn: Sendable, CaseIterable {
    /// From the top to the bottom: a head has to be tilted to the right. Usual in English.
    case down
    /// From the bottom to the top: usual in French, Spanish and German.
    case up
    /// As on a page: on thick books, and on those that lie.
    case level

    /// The corners of a spine in the order in which its words see them.
    func turned(_ quad: Quad) -> Quad {
        let corners = quad.corners
        let first =
            switch self {
            case .down: 1
            case .up: 3
            case .level: 0
            }
        return Quad(
            topLeft: corners[first], topRight: corners[(first + 1) % 4], bottomRight: corners[(first + 2) % 4],
            bottomLeft: corners[(first + 3) % 4])
    }
}
