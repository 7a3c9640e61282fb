import EspyPixels
import Foundation

/// How unlike things are: by what they look like and by their size.
enum KindDistances {
    /// Distances for clustering: cosine distance of the descriptions, plus ``AdaptiveConstants/sizeWeight`` times the
    /// logarithm of the ratio of their sides (square roots of the areas).
    ///
    /// - Parameter vectors: of length 1; nil where there is no embedder.
    /// - Returns: nil when the task was cancelled.
    static func between(_ boxes: [Rect], vectors: [[Float]]?) async -> SquareDistances<Float>? {
        var distances = SquareDistances<Float>(count: boxes.count)
        if let vectors {
            guard let looks = await CosineDistances.fast(vectors) else { return nil }
            distances = looks
        }
        let sides = boxes.map { Float(logarithmicSide($0)) }
        let weight = Float(AdaptiveConstants.sizeWeight)
        for first in sides.indices {
            if Task.isCancelled { return nil }
            for second in sides.indices {
                distances.values[first * sides.count + second] += weight * abs(sides[first] - sides[second])
            }
        }
        return distances
    }

    /// Natural logarithm of the square root of the area in pixels.
    static func logarithmicSide(_ box: Rect) -> Double { log(max(box.area, 1e-6)) / 2 }
}
