import Espy
import EspyPixels

/// Things of 20 × 20 pixels in rows of ten on a gray picture of 400 × 300, counted by the detector.
enum Grids {
    static let image = RGBImage(width: 400, height: 300, red: 120, green: 120, blue: 120)

    static func boxes(_ count: Int) -> [Rect] {
        (0..<count).map { Rect(x: 10 + Double($0 % 10) * 37, y: 10 + Double($0 / 10) * 37, width: 20, height: 20) }
    }

    static func count(
        _ boxes: [Rect], scores: [Double]? = nil, _ options: CountOptions = .init(pipeline: .adaptive),
        describe: (@Sendable (Rect) -> [Float])? = nil
    ) async throws -> Count {
        let models = CountModels(
            detector: .fake(boxes, scores: scores), embedder: describe.map { TensorEmbedder.fake($0) })
        return try await Counter(models: models, options: options).count(image)
    }
}
