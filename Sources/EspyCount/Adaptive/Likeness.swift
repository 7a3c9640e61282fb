import EspyBase
package import EspyPixels
import Foundation

/// What the counted things have in common, to hold others against.
package struct Likeness: Sendable {
    private let center: [Float]?
    /// Distance from the common looks within which nearly all of them are.
    private let reach: Float
    private let sizes: LocalSize
    private let aspect: Double

    package init(_ boxes: [Rect], vectors: [[Float]]?) {
        sizes = LocalSize(boxes)
        aspect = median(boxes.map(Self.aspect)) ?? 0
        guard let vectors, let center = Self.mean(vectors) else {
            (self.center, reach) = (nil, 0)
            return
        }
        self.center = center
        let distances = vectors.map { Self.distance($0, center) }.sorted()
        reach = distances[min(distances.count * 9 / 10, distances.count - 1)]
    }

    /// How far the looks are from what is common: 1 at the edge of the group, less inside. 0 without an embedder.
    package func strangeness(of vector: [Float]?) -> Double {
        guard let center, let vector else { return 0 }
        // Things that are all but the same leave no room at all: the floor is the noise of a box that fits badly.
        return Double(Self.distance(vector, center) / max(reach, 0.03))
    }

    /// Natural logarithm of the ratio to the usual size around it.
    package func sizeExcess(of box: Rect) -> Double { sizes.excess(of: box) }

    /// Natural logarithm of how much longer it is, for its width, than is usual; things may lie any way round.
    package func aspectExcess(of box: Rect) -> Double { Self.aspect(box) - aspect }

    private static func aspect(_ box: Rect) -> Double {
        abs(log(max(box.width, 1e-6) / max(box.height, 1e-6)))
    }

    /// The direction of the sum, of length 1.
    private static func mean(_ vectors: [[Float]]) -> [Float]? {
        guard let dimensions = vectors.first?.count, dimensions > 0 else { return nil }
        var sum = [Float](repeating: 0, count: dimensions)
        for vector in vectors { for place in 0..<min(dimensions, vector.count) { sum[place] += vector[place] } }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sum.map { $0 / length } : nil
    }

    private static func distance(_ first: [Float], _ second: [Float]) -> Float {
        1 - zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
