package import Espy

/// Counts with models that are loaded once, when they are first needed, and stay.
package actor CountService {
    private let engine: CountEngine
    private let environment: AppEnvironment
    private typealias Loading = Task<Result<CountEngine.Work, CountError>, Never>
    /// Those that were used last, the newest at the end.
    private var loaded: [(choice: CountModelChoice, work: Loading)] = []
    private static let mostLoaded = 2

    package init(engine: CountEngine, environment: AppEnvironment) {
        self.engine = engine
        self.environment = environment
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
        let work = try await work(CountModelChoice(models, pipeline: recipe == nil ? options.chosenPipeline : .seeker))
        return try await photo.counted(options) { (image, options) throws(CountError) in
            try await work(image, options, recipe, progress)
        }
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
