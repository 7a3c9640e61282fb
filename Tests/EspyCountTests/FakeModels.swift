import Espy
import EspyInference

extension TensorDetector {
    /// A detector that returns the given boxes.
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
    /// An embedder that returns a function's value for each box.
    static func fake(_ describe: @escaping @Sendable (Rect) -> [Float]) -> TensorEmbedder {
        TensorEmbedder(id: "fake-embedder") { boxes, _ throws(CountError) in boxes.map(describe) }
    }
}
