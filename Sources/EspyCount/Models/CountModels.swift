public import EspyInference
package import EspyPixels
import Foundation
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
    private(set) var rest: @Sendable () -> Void = {}

    package init(
        detector: TensorDetector, embedder: TensorEmbedder? = nil, seeker: SeekerModels? = nil,
        soundness: CountConfidence.Weights? = nil
    ) {
        self.init(detector, embedder, seeker.map { seeker in DeferredSeeker { seeker } }, soundness)
    }

    init(seeker: SeekerModels) { self.init(nil, nil, DeferredSeeker { seeker }, nil) }

    private init(
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

extension CountModels {
    /// Loads the models that counting needs, by their identifiers in the manifests of a library.
    ///
    /// - Parameters:
    ///   - detector: finds things.
    ///   - embedder: distinguishes kinds. Nil: all detections count as one kind.
    ///   - seeker: the name shared by the models that find things like an example (``ModelEntry/space``). They are
    ///     loaded when a photo first needs them. If nil, or if their files are missing, the detector and embedder count
    ///     photos.
    /// - Throws: ``CountError/model(_:)``, also if a model is made for something else.
    public static func load(
        detector: String = "espy-detector", embedder: String? = "espy-embedder",
        seeker: String? = "espy-seeker", with loader: ModelLoader
    ) async throws(CountError) -> CountModels {
        do throws(InferenceError) {
            var runners = [try await loader.load(detector, task: .detector)]
            let found = try TensorDetector(runners[0])
            let sought = seeker.map { seeker in
                DeferredSeeker { () throws(InferenceError) in try SeekerModels.load(seeker, with: loader) }
            }
            var described: TensorEmbedder?
            if let embedder {
                runners.append(try await loader.load(embedder, task: .embedder))
                described = try TensorEmbedder(runners[1])
            }
            let soundness = try soundness(of: detector, in: loader.library)
            var models = CountModels(found, described, sought, soundness).measuring(with: loader)
            models.rest = { [runners] in for runner in runners { runner.rest() } }
            return models
        } catch { throw .model(error) }
    }

    /// Loads only the models that find things like an example.
    ///
    /// - Parameter seeker: the name that they share (``ModelEntry/space``).
    /// - Returns: nil if one of their files is missing.
    /// - Throws: ``CountError/model(_:)``
    public static func seeking(
        _ seeker: String = "espy-seeker", with loader: ModelLoader
    ) throws(CountError) -> CountModels? {
        do throws(InferenceError) {
            return try SeekerModels.load(seeker, with: loader).map { CountModels(seeker: $0).measuring(with: loader) }
        } catch { throw .model(error) }
    }

    /// The weights for believing a detector; one without weights uses those of the bundled detector.
    private static func soundness(
        of detector: String, in library: ModelLibrary
    ) throws(InferenceError) -> CountConfidence.Weights? {
        let entries = [detector, "espy-detector"].compactMap { id in library.entries.first { $0.id == id } }
        guard let entry = entries.first(where: { $0.parameters != nil }) else { return nil }
        return try entry.numbers(at: library.parametersPath(of: entry)) { $0.isWhole }
    }

    /// Adds the model that outlines things, loaded when something is first measured.
    private func measuring(with loader: ModelLoader) -> CountModels {
        var models = self
        models.outliner = ThingOutliner(id: "espy-outliner") { () throws(CountError) in
            let graph: OpenModel
            do throws(InferenceError) {
                graph = try loader.loadOpen("espy-outliner", task: .outliner)
            } catch { throw .model(error) }
            return { windows throws(CountError) in try graph.answers([windows], count: 1)[0] }
        }
        return models
    }
}

extension ModelEntry {
    /// Reads the learned parameters of a model from the file beside it; nil if it has none.
    func numbers<Numbers: Decodable>(
        at path: String?, ifWhole isWhole: (Numbers) -> Bool
    ) throws(InferenceError) -> Numbers? {
        guard let path else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else { throw .missingModel(id: id, path: path) }
        let numbers: Numbers
        do { numbers = try JSONDecoder().decode(Numbers.self, from: data) } catch {
            throw .corruptModel(id: id, reason: "\((path as NSString).lastPathComponent) cannot be read")
        }
        guard isWhole(numbers) else { throw .corruptModel(id: id, reason: "its numbers do not fit together") }
        return numbers
    }
}

/// The models that find things like an example, loaded when a photo first needs them.
private final class DeferredSeeker: Sendable {
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
