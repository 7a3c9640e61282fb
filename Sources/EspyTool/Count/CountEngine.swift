package import Espy

/// What counts: the models of this machine, or something in their place.
package struct CountEngine: Sendable {
    package typealias Progress = @Sendable (CountProgress) -> Void
    /// Counts in one picture.
    package typealias Work =
        @Sendable (RGBImage, CountOptions, @escaping Progress) async throws(CountError) -> Count

    /// Gets it ready.
    let load: @Sendable (CountModelChoice, Surroundings) async throws(CountError) -> Work

    package init(load: @escaping @Sendable (CountModelChoice, Surroundings) async throws(CountError) -> Work) {
        self.load = load
    }

    /// Counts with models that are installed, or came with the program.
    package static let installed = CountEngine { (choice, surroundings) throws(CountError) in
        let models = try await CountModels.load(
            detector: choice.detector, embedder: choice.embedder, with: try loader(surroundings, choice.precision))
        return { (image, options, progress) throws(CountError) in
            try await Counter(models: models, options: options, clock: ContinuousClock())
                .count(image, progress: progress)
        }
    }

    private static func loader(
        _ surroundings: Surroundings, _ precision: ModelPrecision
    ) throws(CountError) -> ModelLoader {
        do throws(InferenceError) {
            return try ModelStore(surroundings).loader(precision: precision)
        } catch {
            throw .model(error)
        }
    }
}

/// Which models are to count.
package struct CountModelChoice: Sendable, Equatable {
    package let detector: String
    /// Nil: things are not told apart by their looks.
    package let embedder: String?
    /// The reference is to agree with the script, which computes in 32 bits.
    package let precision: ModelPrecision

    init(_ models: Count.Models, pipeline: CountOptions.Pipeline) {
        precision = pipeline == .reference ? .f32 : .automatic
        detector = models.detector
        embedder = models.embedder
    }

    init(_ settings: Settings, pipeline: CountOptions.Pipeline) {
        precision = pipeline == .reference ? .f32 : .automatic
        detector = settings.text(Flags.detector)
        let named = settings.text(Flags.embedder)
        embedder = named == "none" ? nil : named
    }
}
