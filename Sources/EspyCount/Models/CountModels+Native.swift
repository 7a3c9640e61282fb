// Not in the browser: it has no files, and the page loads the models.

import EspyBase
public import EspyInference
import Foundation

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
        return try entry.numbers(in: entry.parameters(at: library.parametersPath(of: entry))) { $0.isWhole }
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
    /// Reads the file of learned parameters beside a model; nil if it has none.
    fileprivate func parameters(at path: String?) throws(InferenceError) -> JSONValue? {
        guard let path else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else { throw .missingModel(id: id, path: path) }
        do throws(JSONError) { return try JSONValue(parsing: [UInt8](data)) } catch { throw unreadable }
    }
}

extension SeekerModels {
    /// Loads the networks that share a name.
    ///
    /// - Returns: nil if one of them is missing.
    /// - Throws: the reason why an existing one cannot be used.
    static func load(_ space: String, with loader: ModelLoader) throws(InferenceError) -> SeekerModels? {
        let library = loader.library
        return try load { (task) throws(InferenceError) in
            let entry = library.entries.first { $0.task == task && $0.space == space && library.path(of: $0) != nil }
            return try entry.map { (entry) throws(InferenceError) in try loader.loadOpen(entry.id, task: task) }
        } parameters: { (model) throws(InferenceError) in
            try model.entry.parameters(at: model.parametersPath)
        }
    }
}
