import EspyInference
package import EspyPixels
import Synchronization

/// The models that counting needs.
public struct CountModels: Sendable {
    /// Nil: only the seeker's models are available.
    private let foundDetector: TensorDetector?
    /// Without an embedder, things are distinguished only by the output of the detector.
    let embedder: TensorEmbedder?
    private let deferredSeeker: DeferredSeeker?
    /// Weights that decide when to believe a count of the detector. Nil: always.
    let soundness: CountConfidence.Weights?
    /// Without an outliner, nothing can be measured.
    package var outliner: ThingOutliner?
    /// The detector's recent results.
    let memory = DetectionMemory()
    /// Makes the detector and embedder release their working memory, before the seeker needs more than that.
    var rest: @Sendable () -> Void = {}

    package init(
        detector: TensorDetector, embedder: TensorEmbedder? = nil, seeker: SeekerModels? = nil,
        soundness: CountConfidence.Weights? = nil
    ) {
        self.init(detector, embedder, seeker.map { seeker in DeferredSeeker { seeker } }, soundness)
    }

    init(seeker: SeekerModels) { self.init(nil, nil, DeferredSeeker { seeker }, nil) }

    init(
        _ detector: TensorDetector?, _ embedder: TensorEmbedder?, _ seeker: DeferredSeeker?,
        _ soundness: CountConfidence.Weights?
    ) {
        (foundDetector, self.embedder, deferredSeeker, self.soundness) = (detector, embedder, seeker, soundness)
    }

    /// The models that find things like an example; nil: the detector and embedder count photos.
    ///
    /// - Throws: ``CountError/model(_:)`` if they exist but cannot be used.
    package var seeker: SeekerModels? {
        get throws(CountError) { try deferredSeeker?.models }
    }

    /// - Throws: ``CountError/model(_:)`` if only the seeker's models are available.
    package var detector: TensorDetector {
        get throws(CountError) {
            guard let foundDetector else { throw .model(.missingModel(id: "espy-detector", path: "")) }
            return foundDetector
        }
    }
}

/// A place where the detector sees a thing.
package struct Candidate: Sendable, Equatable {
    package var rect: Rect
    /// Confidence that there is a whole thing here, 0…1.
    package var objectness: Double
    /// Best score among the classes, 0…1; 1 for a detector without classes.
    package var classScore: Double

    package init(rect: Rect, objectness: Double, classScore: Double = 1) {
        self.rect = rect
        self.objectness = objectness
        self.classScore = classScore
    }
}

/// The models that find things like an example, loaded when a photo first needs them.
final class DeferredSeeker: Sendable {
    private let load: @Sendable () throws(InferenceError) -> SeekerModels?
    private let loaded = Mutex<SeekerModels?>(nil)

    /// - Parameter load: returns nil if the models are missing; then it is called again for the next photo.
    init(load: @escaping @Sendable () throws(InferenceError) -> SeekerModels?) { self.load = load }

    /// - Throws: ``CountError/model(_:)``
    var models: SeekerModels? {
        get throws(CountError) {
            do throws(InferenceError) {
                return try loaded.withLock { (loaded) throws(InferenceError) in
                    if loaded == nil { loaded = try load() }
                    return loaded
                }
            } catch { throw .model(error) }
        }
    }
}

/// The detector's results for the latest photos at each scale, so that a change of similarity, border or region does
/// not need the detector again. Photos are identified by their pixels.
package final class DetectionMemory: Sendable {
    private struct Photo {
        let key: PhotoKey
        /// Candidates by zoom.
        var seen: [Double: [Candidate]] = [:]
    }

    private let photos = Mutex<[Photo]>([])

    /// The number of photos to remember; each has a few thousand boxes.
    private static let mostPhotos = 4

    package init() {}

    func candidates(of key: PhotoKey, zoom: Double) -> [Candidate]? {
        photos.withLock { photos in photos.first { $0.key == key }?.seen[zoom] }
    }

    func keep(_ candidates: [Candidate], of key: PhotoKey, zoom: Double) {
        photos.withLock { photos in
            let place = photos.firstIndex { $0.key == key }
            var photo = place.map { photos.remove(at: $0) } ?? Photo(key: key)
            photo.seen[zoom] = candidates
            photos.insert(photo, at: 0)
            if photos.count > Self.mostPhotos { photos.removeLast() }
        }
    }
}
