public import EspyInference

extension CountModels {
    /// Loads the models that counting needs, by their identifiers in the manifests of a library.
    ///
    /// - Parameters:
    ///   - detector: finds things.
    ///   - embedder: tells kinds apart. Nil: all that is found counts as one kind.
    /// - Throws: ``CountError/model(_:)``, also for a model that is made for something else.
    public static func load(
        detector: String = "espy-detector", embedder: String? = "espy-embedder", with loader: ModelLoader
    ) async throws(CountError) -> CountModels {
        do throws(InferenceError) {
            let found = try TensorDetector(await loader.load(detector, task: .detector))
            guard let embedder else { return CountModels(detector: found) }
            let described = try TensorEmbedder(await loader.load(embedder, task: .embedder))
            return CountModels(detector: found, embedder: described)
        } catch { throw .model(error) }
    }
}

extension TensorRunner {
    /// The first answer to a batch; runs unless the task was cancelled.
    func answer(_ input: Tensor) throws(CountError) -> Tensor {
        if Task.isCancelled { throw .cancelled }
        do throws(InferenceError) {
            guard let first = try run(input).first else {
                throw .wrongShape(id: entry.id, expected: "an output", found: "none")
            }
            return first
        } catch { throw .model(error) }
    }
}
