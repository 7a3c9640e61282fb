package import EspyInference
package import EspyPixels

/// The models that counting needs.
public struct CountModels: Sendable {
    /// Nil: there are those that seek alone.
    private let foundDetector: (any ObjectDetector)?
    /// Without one, things are told apart by what the detector alone says.
    package let embedder: (any CropEmbedder)?
    private let deferredSeeker: DeferredSeeker?
    /// Without it, nothing can be measured.
    package var outliner: (any ThingOutliner)?
    /// What the detector saw lately.
    package let memory = DetectionMemory()

    package init(
        detector: any ObjectDetector, embedder: (any CropEmbedder)? = nil, seeker: SeekerModels? = nil
    ) {
        self.init(detector, embedder, seeker.map { seeker in DeferredSeeker { seeker } })
    }

    package init(seeker: SeekerModels) { self.init(nil, nil, DeferredSeeker { seeker }) }

    init(_ detector: (any ObjectDetector)?, _ embedder: (any CropEmbedder)?, _ seeker: DeferredSeeker?) {
        (foundDetector, self.embedder, deferredSeeker) = (detector, embedder, seeker)
    }

    /// Those that find the like of an example; nil: photos are counted by detector and embedder.
    ///
    /// - Throws: ``CountError/model(_:)`` where they are there and cannot be used.
    package var seeker: SeekerModels? {
        get throws(CountError) { try deferredSeeker?.models }
    }

    /// - Throws: ``CountError/model(_:)`` where photos can be counted without one alone.
    package var detector: any ObjectDetector {
        get throws(CountError) {
            guard let foundDetector else { throw .model(.missingModel(id: "espy-detector", path: "")) }
            return foundDetector
        }
    }
}

/// Finds things in pictures.
package protocol ObjectDetector: Sendable {
    /// Identifier as in the model manifest.
    var id: String { get }
    /// Width and height of the square that the model looks at, in pixels; the shorter side if it is none.
    var inputSide: Int { get }
    /// All candidates in some parts of a picture, before any suppression: things in overlapping tiles come twice.
    ///
    /// - Parameters:
    ///   - tiles: inside the picture. Empty ones show nothing.
    ///   - minimumScore: least objectness, 0…1.
    /// - Returns: in pixels of `image`; tile by tile, each in the order of the model's answer.
    /// - Throws: ``CountError/model(_:)``, ``CountError/cancelled``
    func candidates(
        in image: RGBImage, tiles: [Tile], sampling: Sampling, minimumScore: Double
    ) async throws(CountError) -> [TileCandidate]
}

extension ObjectDetector {
    /// All candidates in the whole picture, shown at once as the reference script shows it.
    package func candidates(in image: RGBImage, minimumScore: Double) async throws(CountError) -> [Candidate] {
        let whole = Tile(part: PixelRect(width: image.width, height: image.height))
        return try await candidates(in: image, tiles: [whole], sampling: .plain, minimumScore: minimumScore)
            .map(\.candidate)
    }
}

/// Describes what crops look like.
package protocol CropEmbedder: Sendable {
    var id: String { get }
    /// One vector of length 1 for each box: the closer two point, the more alike the things look. A box without a whole
    /// pixel inside the picture gets a vector of zeros, which is like nothing.
    ///
    /// - Parameter boxes: in pixels of `image`; corners are cut off to whole pixels toward zero.
    /// - Throws: ``CountError/model(_:)``, ``CountError/cancelled``
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
