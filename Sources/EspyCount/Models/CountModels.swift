public import EspyInference
package import EspyPixels
import Foundation
import Synchronization

/// The models that counting needs.
public struct CountModels: Sendable {
    /// Nil: there are those that seek alone.
    private let foundDetector: TensorDetector?
    /// Without one, things are told apart by what the detector alone says.
    let embedder: TensorEmbedder?
    private let deferredSeeker: DeferredSeeker?
    /// When a count of the detector is believed. Nil: always.
    let soundness: Soundness.Weights?
    /// Without it, nothing can be measured.
    package var outliner: ThingOutliner?
    /// What the detector saw lately.
    let memory = DetectionMemory()
    /// Has detector and embedder give back the memory that they work in, before the seeker needs more than that.
    private(set) var rest: @Sendable () -> Void = {}

    package init(
        detector: TensorDetector, embedder: TensorEmbedder? = nil, seeker: SeekerModels? = nil,
        soundness: Soundness.Weights? = nil
    ) {
        self.init(detector, embedder, seeker.map { seeker in DeferredSeeker { seeker } }, soundness)
    }

    init(seeker: SeekerModels) { self.init(nil, nil, DeferredSeeker { seeker }, nil) }

    private init(
        _ detector: TensorDetector?, _ embedder: TensorEmbedder?, _ seeker: DeferredSeeker?,
        _ soundness: Soundness.Weights?
    ) {
        (foundDetector, self.embedder, deferredSeeker, self.soundness) = (detector, embedder, seeker, soundness)
    }

    /// Those that find the like of an example; nil: photos are counted by detector and embedder.
    ///
    /// - Throws: ``CountError/model(_:)`` where they are there and cannot be used.
    package var seeker: SeekerModels? {
        get throws(CountError) { try deferredSeeker?.models }
    }

    /// - Throws: ``CountError/model(_:)`` where photos can be counted without one alone.
    package var detector: TensorDetector {
        get throws(CountError) {
            guard let foundDetector else { throw .model(.missingModel(id: "espy-detector", path: "")) }
            return foundDetector
        }
    }
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

extension CountModels {
    /// Loads the models that counting needs, by their identifiers in the manifests of a library.
    ///
    /// - Parameters:
    ///   - detector: finds things.
    ///   - embedder: tells kinds apart. Nil: all that is found counts as one kind.
    ///   - seeker: what the models that find the like of an example have in common (``ModelEntry/space``). They are
    ///     loaded when a photo first needs them. Nil, or where their files are not there: photos are counted by detector
    ///     and embedder.
    /// - Throws: ``CountError/model(_:)``, also for a model that is made for something else.
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

    /// Loads the models that find the like of an example, and no others.
    ///
    /// - Parameter seeker: what they have in common (``ModelEntry/space``).
    /// - Returns: nil where a file of them is not there.
    /// - Throws: ``CountError/model(_:)``
    public static func seeking(
        _ seeker: String = "espy-seeker", with loader: ModelLoader
    ) throws(CountError) -> CountModels? {
        do throws(InferenceError) {
            return try SeekerModels.load(seeker, with: loader).map { CountModels(seeker: $0).measuring(with: loader) }
        } catch { throw .model(error) }
    }

    /// When to believe a detector that says nothing of that, the one that comes with the program tells.
    private static func soundness(
        of detector: String, in library: ModelLibrary
    ) throws(InferenceError) -> Soundness.Weights? {
        let entries = [detector, "espy-detector"].compactMap { id in library.entries.first { $0.id == id } }
        guard let entry = entries.first(where: { $0.parameters != nil }) else { return nil }
        return try entry.numbers(at: library.parametersPath(of: entry)) { $0.isWhole }
    }

    /// The model that outlines things is loaded when something is first measured.
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
    /// What was learned about the answers of a model, from the file beside it; nil where it has none.
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

/// The models that find the like of an example, loaded when a photo first needs them.
private final class DeferredSeeker: Sendable {
    private let load: @Sendable () throws(InferenceError) -> SeekerModels?
    private let loaded = Mutex<SeekerModels?>(nil)

    /// - Parameter load: nil where they are not there; asked again for the next photo then.
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

/// What the detector saw of the latest photos at each scale, so that another similarity, border or region is answered
/// without it. Photos are told apart by their pixels.
package final class DetectionMemory: Sendable {
    private struct Photo {
        let key: PhotoKey
        /// By zoom.
        var seen: [Double: [Candidate]] = [:]
    }

    private let photos = Mutex<[Photo]>([])

    /// So many are remembered; of each there are a few thousand boxes.
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
