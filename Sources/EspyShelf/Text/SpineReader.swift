public import EspyPixels

/// A reader of the text on spines.
public protocol SpineReader: Sendable {
    /// - Parameters:
    ///   - spines: in pixels of `image`, with corners as in ``Shelf/Spine/quad``. Neighbors help each other, so pass
    ///     the spines of one row together.
    ///   - image: upright.
    /// - Returns: one reading for each spine, in the same order; nil if reading a spine could not be attempted.
    /// - Throws: only `CancellationError`.
    func readings(
        of spines: [Quad], in image: RGBImage
    ) async throws(CancellationError) -> [Shelf.Reading?]

    /// Reads newly detected spines, and corrects them: the text shows that some are false, and that others were missed.
    ///
    /// - Returns: the corrected spines, in order, with their readings.
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

/// The direction in which the words on a spine run.
enum SpineTurn: Sendable, CaseIterable {
    /// From top to bottom: you tilt your head to the right. Usual in English.
    case down
    /// From bottom to top: usual in French, Spanish and German.
    case up
    /// As on a page: on thick books, and on lying ones.
    case level

    /// Returns the corners of a spine in the order seen by its words.
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
