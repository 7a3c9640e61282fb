package import Espy
import EspyInference
import EspyPixels
import EspySystem
import Foundation

/// What counts: the models of this machine, or something in their place.
package struct CountEngine: Sendable {
    package typealias Progress = @Sendable (CountProgress) -> Void
    /// Counts in one photo, by a recipe if there is one.
    package typealias Work =
        @Sendable (CountPhoto, CountOptions, Recipe?, @escaping Progress) async throws(CountError) -> Count

    /// Loads the models, once for all pictures.
    package let load: @Sendable (CountModelChoice, AppEnvironment) async throws(CountError) -> Work

    package init(load: @escaping @Sendable (CountModelChoice, AppEnvironment) async throws(CountError) -> Work) {
        self.load = load
    }

    /// Counts with models that are installed, or came with the program.
    package static let installed = CountEngine { (choice, environment) throws(CountError) in
        let models = try await choice.models(with: try loader(environment, choice.precision))
        return { (photo, options, recipe, progress) throws(CountError) in
            try await Counter(models: models, options: options, recipe: recipe, clock: ContinuousClock())
                .count(photo, progress: progress)
        }
    }

    private static func loader(
        _ environment: AppEnvironment, _ precision: ModelPrecision
    ) throws(CountError) -> ModelLoader {
        do throws(InferenceError) {
            return try ModelStore(environment).loader(precision: precision)
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
    /// What the models that find the like of an example have in common. Nil: photos are counted without them.
    package private(set) var seeker: String?
    /// Whether they are all that is needed.
    private let seeksAlone: Bool
    /// The reference is to agree with the script, which computes in 32 bits.
    package let precision: ModelPrecision

    package init(_ models: Count.Models, pipeline: CountOptions.Pipeline) {
        self.init(detector: models.detector, embedder: models.embedder, pipeline: pipeline)
    }

    private init(detector: String, embedder: String?, pipeline: CountOptions.Pipeline) {
        (self.detector, self.embedder) = (detector, embedder)
        precision = pipeline == .reference ? .f32 : .automatic
        // Who chooses a detector wants it to count.
        let isUsual = detector == Setting.detector.fallback
        seeksAlone = pipeline == .seeker && isUsual
        // Two ways of counting take more memory than one, which nobody has asked for.
        seeker = seeksAlone || pipeline == .auto && isUsual && !MemoryShare().isShort ? "espy-seeker" : nil
    }

    /// The same with less memory: a count that looks wrong is told all the same.
    package var lookingOnce: CountModelChoice {
        var choice = self
        if !seeksAlone { choice.seeker = nil }
        return choice
    }

    /// Whether models that were loaded for this choice do for another one as well.
    package func covers(_ other: CountModelChoice) -> Bool {
        self == other
            || !seeksAlone && (detector, embedder) == (other.detector, other.embedder) && precision == other.precision
                && (other.seeker == nil || seeker == other.seeker)
    }

    /// Where those that seek are there and no others are wanted, none are loaded.
    fileprivate func models(with loader: ModelLoader) async throws(CountError) -> CountModels {
        if seeksAlone, let seeker, let models = try CountModels.seeking(seeker, with: loader) { return models }
        return try await CountModels.load(
            detector: detector, embedder: embedder, seeker: seeksAlone ? nil : seeker, with: loader)
    }
}
