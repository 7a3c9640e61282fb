import EspyImage
import Foundation

/// How unlike things are: by what they look like and by their size.
enum KindDistances {
    /// Distances for clustering: cosine distance of the descriptions, plus ``AdaptiveConstants/sizeWeight`` times the
    /// logarithm of the ratio of their sides (square roots of the areas).
    ///
    /// - Parameter vectors: of length 1, or empty ones where there is no embedder.
    /// - Returns: nil when the task was cancelled.
    static func between(_ boxes: [Rect], vectors: [[Float]]?) async -> Condensed<Float>? {
        let sides = boxes.map { Float(logarithmicSide($0)) }
        var distances: Condensed<Float>
        if let vectors {
            guard let looks = await CosineDistances.fast(vectors) else { return nil }
            distances = looks
        } else {
            distances = Condensed(
                count: boxes.count, values: [Float](repeating: 0, count: Condensed<Float>.pairs(boxes.count)))
        }
        let weight = Float(AdaptiveConstants.sizeWeight)
        var place = 0
        for first in sides.indices.dropLast() {
            if Task.isCancelled { return nil }
            for second in (first + 1)..<sides.count {
                distances.values[place] += weight * abs(sides[first] - sides[second])
                place += 1
            }
        }
        return distances
    }

    /// Natural logarithm of the square root of the area in pixels.
    static func logarithmicSide(_ box: Rect) -> Double { log(max(box.area, 1e-6)) / 2 }
}
