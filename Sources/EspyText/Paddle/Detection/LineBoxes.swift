package import EspyPixels

/// Makes boxes around lines of text out of a map, as the differentiable binarization of PaddleOCR has it: the network
/// marks the middle of each line, from which the whole of it is told by growing.
package enum LineBoxes {
    /// Above it, a pixel is text.
    private static let threshold: Float = 0.3
    /// A rectangle has at least so much text in it.
    private static let leastMean: Float = 0.5
    /// Its sides, before and after it has grown.
    private static let (leastSide, leastGrown) = (3.0, 5.0)
    /// How far it grows: by this times its area, divided by its perimeter.
    private static let growth = 1.6
    /// Areas that are looked at, the largest first.
    private static let most = 1000

    /// A line that was found.
    package struct Box: Sendable, Equatable {
        /// In pixels of the map, upper left corner first.
        package var quad: Quad
        /// How likely it is text, 0...1.
        package var confidence: Double
    }

    package static func boxes(of map: TextMap) -> [Box] {
        var spots = MapSpots(map, above: threshold).spots
        if spots.count > most { spots = Array(spots.sorted { $0.pixels > $1.pixels }.prefix(most)) }
        return spots.compactMap { spot in
            guard let rect = TiltedRect(around: spot.ends), min(rect.width, rect.height) >= leastSide else {
                return nil
            }
            let mean = map.mean(in: rect)
            guard mean >= leastMean else { return nil }
            let grown = rect.grown(by: growth * rect.area / rect.perimeter)
            guard min(grown.width, grown.height) >= leastGrown else { return nil }
            // The middle of a pixel lies half a pixel from its corner.
            let quad = grown.upright.map { Point(x: $0.x + 0.5, y: $0.y + 0.5) }
            return Box(quad: quad, confidence: Double(min(mean, 1)))
        }
    }
}
