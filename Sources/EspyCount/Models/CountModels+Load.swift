public import EspyInference

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
            let found = try TensorDetector(await loader.load(detector, task: .detector))
            let sought = seeker.map { seeker in
                DeferredSeeker { () throws(InferenceError) in try SeekerModels.load(seeker, with: loader) }
            }
            var described: TensorEmbedder?
            if let embedder { described = try TensorEmbedder(await loader.load(embedder, task: .embedder)) }
            return CountModels(found, described, sought).measuring(with: loader)
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
}

extension CountModels {
    /// The model that outlines things is loaded when something is first measured.
    private func measuring(with loader: ModelLoader) -> CountModels {
        var models = self
        models.outliner = DeferredOutliner { () throws(InferenceError) in
            try loader.loadOpen("espy-outliner", task: .outliner)
        }
        return models
    }
}

extension Model {
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
