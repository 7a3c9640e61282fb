import EspyBase
package import EspyPixels

/// The usual size of things around a place: it follows perspective, where near things are larger than far ones.
package struct LocalSize: Sendable {
    private let centers: [Point]
    private let sides: [Double]
    /// So many neighbors tell what is usual: enough for a median, few enough to be near.
    private static let neighbors = 7

    /// - Parameter boxes: things known to be of one kind.
    package init(_ boxes: [Rect]) {
        centers = boxes.map(\.center)
        sides = boxes.map(KindDistances.logarithmicSide)
    }

    /// Natural logarithm of how many times longer the side of `box` is than that of its neighbors; 0 without any.
    package func excess(of box: Rect) -> Double {
        let center = box.center
        let near = centers.indices.map { (place: $0, distance: centers[$0].distance(to: center)) }
            .filter { $0.distance > 0 }.sorted { $0.distance < $1.distance }.prefix(Self.neighbors)
        guard let usual = median(near.map { sides[$0.place] }) else { return 0 }
        return KindDistances.logarithmicSide(box) - usual
    }
}
