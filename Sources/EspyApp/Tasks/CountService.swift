package import Espy
import EspyInference
import EspyPixels
import EspySystem
import Foundation

/// Counts with models that are loaded once, when they are first needed, and stay.
package actor CountService {
    private let engine: CountEngine
    private let environment: AppEnvironment
    private typealias Loading = Task<Result<CountEngine.Work, CountError>, Never>
    /// Those that were used last, the newest at the end.
    private var loaded: [(choice: CountModelChoice, work: Loading)] = []
    private static let mostLoaded = 2
    /// With less memory: a count that looks wrong is told all the same.
    private let looksOnce: Bool

    package init(engine: CountEngine, environment: AppEnvironment, looksOnce: Bool = false) {
        (self.engine, self.environment, self.looksOnce) = (engine, environment, looksOnce)
    }

    /// Loads what a task needs, so that what is missing is known before the first photo.
    package nonisolated func load(for task: CountTask) async throws(CountError) {
        guard let kind = task.kinds.first else { return }
        _ = try await work(choice(kind.options, kind.recipe, task.models))
    }

    /// - Parameters:
    ///   - options: in pixels of the whole photo.
    ///   - recipe: what to count, if it was kept.
    ///   - models: identifiers of the models that count.
    ///   - progress: called on no particular thread.
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

    /// Whoever asks first loads; others wait for the same.
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
        // Models that are missing now may be installed later.
        if case .failure = result { loaded.removeAll { $0.work == task } }
        return try result.get()
    }
}

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
