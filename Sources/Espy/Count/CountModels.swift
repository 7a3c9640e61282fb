package import EspyImage

/// The two models that counting needs.
public struct CountModels: Sendable {
    let detector: any ObjectDetector
    /// Without one, things are told apart by what the detector alone says.
    let embedder: (any CropEmbedder)?

    package init(detector: any ObjectDetector, embedder: (any CropEmbedder)? = nil) {
        self.detector = detector
        self.embedder = embedder
    }
}

/// Finds things in pictures.
package protocol ObjectDetector: Sendable {
    /// Identifier as in the model manifest.
    var id: String { get }
    /// Width and height of the square that the model looks at, in pixels.
    var inputSide: Int { get }
    /// All candidates with at least the given score, before any suppression, in pixels of `image`, which is shrunk or
    /// grown to fit ``inputSide``.
    func candidates(in image: RGBImage, minimumScore: Double) async throws(CountError) -> [Candidate]
}

/// Describes what crops look like.
package protocol CropEmbedder: Sendable {
    var id: String { get }
    /// One vector of length 1 for each box: the closer two point, the more alike the things look.
    func embeddings(of boxes: [Rect], in image: RGBImage) async throws(CountError) -> [[Float]]
}

/// One place where the detector sees a thing.
package struct Candidate: Sendable, Equatable {
    package var rect: Rect
    /// How sure it is that there is a whole thing here, 0…1.
    package var objectness: Double
    /// Best score among the classes, 0…1; 1 for a detector without classes.
    package var classScore: Double

    package init(rect: Rect, objectness: Double, classScore: Double = 1) {
        self.rect = rect
        self.objectness = objectness
        self.classScore = classScore
    }
}
