package import Espy

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
