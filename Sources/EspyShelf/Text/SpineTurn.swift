import EspyPixels

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
