import Espy
import EspyInference

extension TensorDetector {
    /// Sees what it is told.
    static func fake(_ boxes: [Rect], scores: [Double]? = nil) -> TensorDetector {
        let seen = boxes.enumerated().map {
            Candidate(rect: $1, objectness: scores?[$0] ?? 0.9 - Double($0) / 1000)
        }
        return TensorDetector(id: "fake-detector", inputSide: 64) { _, _, _, minimumScore throws(CountError) in
            seen.filter { $0.objectness >= minimumScore }.map { TileCandidate(candidate: $0, tile: 0) }
        }
    }
}

extension TensorEmbedder {
    /// Describes a box by what a function says of it.
    static func fake(_ describe: @escaping @Sendable (Rect) -> [Float]) -> TensorEmbedder {
        TensorEmbedder(id: "fake-embedder") { boxes, _ throws(CountError) in boxes.map(describe) }
    }
}
