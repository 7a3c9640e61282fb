import Espy
import EspyInference
import EspyPixels
import Synchronization

/// Detects things best at one scale, and finds in each tile what a detector would: whole things, and pieces of those
/// cut by
/// the edge of the tile.
struct ZoomDetector: Sendable {
    /// The tiles that it was shown.
    final class Log: Sendable {
        private let shown = Mutex<[[Tile]]>([])

        var tiles: [[Tile]] { shown.withLock { $0 } }

        func add(_ tiles: [Tile]) { shown.withLock { $0.append(tiles) } }
    }

    private static let inputSide = 64
    let things: [Rect]
    /// Maps the zoom to the score of all things.
    let score: @Sendable (Double) -> Double
    let log = Log()

    init(_ things: [Rect], score: @escaping @Sendable (Double) -> Double) {
        self.things = things
        self.score = score
    }

    /// Loses a tenth of the score for each factor of √2 away from `best`.
    init(_ things: [Rect], best: Double) {
        self.init(things) { zoom in
            var (ratio, steps) = (max(zoom / best, best / zoom), 0.0)
            while ratio > 1.2 { (ratio, steps) = (ratio / 2.0.squareRoot(), steps + 1) }
            return 0.9 - 0.1 * steps
        }
    }

    var detector: TensorDetector {
        TensorDetector(id: "zoom-detector", inputSide: Self.inputSide) {
            image, tiles, _, minimumScore throws(CountError) in
            log.add(tiles)
            let zoom = (tiles.first?.scale ?? 1) * Double(max(image.width, image.height)) / Double(Self.inputSide)
            let score = score(zoom)
            return score >= minimumScore ? seen(in: tiles, score: score) : []
        }
    }

    private func seen(in tiles: [Tile], score: Double) -> [TileCandidate] {
        tiles.enumerated().flatMap { place, tile in
            things.compactMap { thing -> TileCandidate? in
                let shown = tile.part.rect
                guard let seen = thing.intersection(shown) else { return nil }
                var cut: Sides = []
                if thing.x < shown.x { cut.insert(.left) }
                if thing.y < shown.y { cut.insert(.top) }
                if thing.maxX > shown.maxX { cut.insert(.right) }
                if thing.maxY > shown.maxY { cut.insert(.bottom) }
                return TileCandidate(candidate: Candidate(rect: seen, objectness: score), tile: place, cut: cut)
            }
        }
    }
}

extension ScaleDetector {
    init(detector: ZoomDetector, image: RGBImage, memory: DetectionMemory? = nil) {
        self.init(detector: detector.detector, image: image, memory: memory)
    }
}

extension CountModels {
    init(detector: ZoomDetector, embedder: TensorEmbedder? = nil) {
        self.init(detector: detector.detector, embedder: embedder)
    }
}
