import Espy
import EspyInference
import EspyTestSupport

/// Sees what it is told.
struct FakeDetector: ObjectDetector {
    var id: String { "fake-detector" }
    var inputSide: Int { 64 }
    let seen: [Candidate]

    init(_ boxes: [Rect], scores: [Double]? = nil) {
        seen = boxes.enumerated().map { Candidate(rect: $1, objectness: scores?[$0] ?? 0.9 - Double($0) / 1000) }
    }

    func candidates(
        in image: RGBImage, tiles: [Tile], sampling: Sampling, minimumScore: Double
    ) async throws(CountError) -> [TileCandidate] {
        seen.filter { $0.objectness >= minimumScore }.map { TileCandidate(candidate: $0, tile: 0) }
    }
}

/// Describes a box by what a function says of it.
struct FakeEmbedder: CropEmbedder {
    var id: String { "fake-embedder" }
    let describe: @Sendable (Rect) -> [Float]

    func embeddings(of boxes: [Rect], in image: RGBImage) async throws(CountError) -> [[Float]] {
        boxes.map(describe)
    }
}
