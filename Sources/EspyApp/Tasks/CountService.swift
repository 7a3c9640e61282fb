package import Espy
import EspyInference
import EspyPixels
import EspySystem
import Foundation

/// Counts with models that are loaded on first use, and stay in memory.
package actor CountService {
    private let engine: CountEngine
    private let environment: AppEnvironment
    private typealias Loading = Task<Result<CountEngine.Work, CountError>, Never>
    /// The most recently used ones, the newest last.
    private var loaded: [(choice: CountModelChoice, work: Loading)] = []
    private static let mostLoaded = 2
    /// Saves memory by not counting a second time; suspicious counts still get a warning.
    private let looksOnce: Bool

    package init(engine: CountEngine, environment: AppEnvironment, looksOnce: Bool = false) {
        (self.engine, self.environment, self.looksOnce) = (engine, environment, looksOnce)
    }

    /// Loads the models of a task, so that missing ones are reported before the first photo.
    package nonisolated func load(for task: CountTask) async throws(CountError) {
        guard let kind = task.kinds.first else { return }
        _ = try await work(choice(kind.options, kind.recipe, task.models))
    }

    /// - Parameters:
    ///   - options: In pixels of the whole photo.
    ///   - recipe: The recipe to count by, if any.
    ///   - models: Identifiers of the models.
    ///   - progress: Called on any thread.
    package nonisolated func count(
        _ photo: CountPhoto, options: CountOptions, recipe: Recipe?, models: Count.Models,
        progress: @escaping @Sendable (CountProgress) -> Void
    ) async throws(CountError) -> Count {
        try await work(choice(options, recipe, models))(photo, options, recipe, progress)
    }

    private nonisolated func choice(
        _ options: CountOptions, _ recipe: Recipe?, _ models: Count.Models
    ) -> CountModelChoice {
        let choice = CountModelChoice(models, pipeline: recipe == nil ? options.chosenPipeline : .seeker)
        return looksOnce ? choice.lookingOnce : choice
    }

    /// The first caller loads, others wait.
    private func work(_ choice: CountModelChoice) async throws(CountError) -> CountEngine.Work {
        if let place = loaded.firstIndex(where: { $0.choice.covers(choice) }) {
            let found = loaded.remove(at: place)
            loaded.append(found)
            return try await found.work.value.get()
        }
        let task = Loading { [engine, environment] in
            do throws(CountError) {
                return .success(try await engine.load(choice, environment))
            } catch {
                return .failure(error)
            }
        }
        loaded.append((choice, task))
        if loaded.count > Self.mostLoaded { loaded.removeFirst() }
        let result = await task.value
        // Missing models may be installed later.
        if case .failure = result { loaded.removeAll { $0.work == task } }
        return try result.get()
    }
}

/// A counting engine: the models of this machine, or a replacement.
package struct CountEngine: Sendable {
    package typealias Progress = @Sendable (CountProgress) -> Void
    /// Counts in one photo, with an optional recipe.
    package typealias Work =
        @Sendable (CountPhoto, CountOptions, Recipe?, @escaping Progress) async throws(CountError) -> Count

    /// Loads the models, once for all pictures.
    package let load: @Sendable (CountModelChoice, AppEnvironment) async throws(CountError) -> Work

    package init(load: @escaping @Sendable (CountModelChoice, AppEnvironment) async throws(CountError) -> Work) {
        self.load = load
    }

    /// Counts with installed models, including those that came with the program.
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

/// The models for counting.
package struct CountModelChoice: Sendable, Equatable {
    package let detector: String
    /// Nil does not group things by their appearance.
    package let embedder: String?
    /// The `space` shared by the models that find things like an example; nil to count without them.
    package private(set) var seeker: String?
    /// Whether no other models are needed.
    private let seeksAlone: Bool
    /// The reference pipeline must match the script, which computes with 32 bits.
    package let precision: ModelPrecision

    package init(_ models: Count.Models, pipeline: CountOptions.Pipeline) {
        self.init(detector: models.detector, embedder: models.embedder, pipeline: pipeline)
    }

    private init(detector: String, embedder: String?, pipeline: CountOptions.Pipeline) {
        (self.detector, self.embedder) = (detector, embedder)
        precision = pipeline == .reference ? .f32 : .automatic
        // A user who chose a detector wants it to be used.
        let isUsual = detector == Setting.detector.fallback
        seeksAlone = pipeline == .seeker && isUsual
        // Two pipelines need more memory, so the second is used only if there is enough.
        seeker = seeksAlone || pipeline == .auto && isUsual && !MemoryShare().isShort ? "espy-seeker" : nil
    }

    /// The same choice with less memory: suspicious counts still get a warning.
    package var lookingOnce: CountModelChoice {
        var choice = self
        if !seeksAlone { choice.seeker = nil }
        return choice
    }

    /// Whether models loaded for this choice also serve another one.
    package func covers(_ other: CountModelChoice) -> Bool {
        self == other
            || !seeksAlone && (detector, embedder) == (other.detector, other.embedder) && precision == other.precision
                && (other.seeker == nil || seeker == other.seeker)
    }

    /// If only the seeker models are wanted and they are installed, no others are loaded.
    fileprivate func models(with loader: ModelLoader) async throws(CountError) -> CountModels {
        if seeksAlone, let seeker, let models = try CountModels.seeking(seeker, with: loader) { return models }
        return try await CountModels.load(
            detector: detector, embedder: embedder, seeker: seeksAlone ? nil : seeker, with: loader)
    }
}
