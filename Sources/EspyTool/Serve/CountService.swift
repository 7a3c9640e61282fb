import Espy
import EspyHTTP
import EspyServer

/// Counts for the server with models that are loaded once, when they are first needed, and stay.
actor CountService: Counting {
    private let engine: CountEngine
    private let surroundings: Surroundings
    private var loaded: (choice: CountModelChoice, work: Task<Result<CountEngine.Work, CountError>, Never>)?

    init(engine: CountEngine, surroundings: Surroundings) {
        self.engine = engine
        self.surroundings = surroundings
    }

    nonisolated func count(
        _ photo: CountPhoto, options: CountOptions, models: Count.Models,
        progress: @escaping @Sendable (CountProgress) -> Void
    ) async throws(EspyHTTP.Problem) -> Count {
        do throws(CountError) {
            let work = try await work(CountModelChoice(models, pipeline: options.pipeline))
            return try await photo.counted(options) { (image, options) throws(CountError) in
                try await work(image, options, progress)
            }
        } catch .model(let error) {
            throw .modelUnavailable(Problem(error).message)
        } catch {
            throw EspyHTTP.Problem(error)
        }
    }

    /// Whoever asks first loads; others wait for the same.
    private func work(_ choice: CountModelChoice) async throws(CountError) -> CountEngine.Work {
        if let loaded, loaded.choice == choice { return try await loaded.work.value.get() }
        let task = Task { [engine, surroundings] () -> Result<CountEngine.Work, CountError> in
            do throws(CountError) {
                return .success(try await engine.load(choice, surroundings))
            } catch {
                return .failure(error)
            }
        }
        loaded = (choice, task)
        let result = await task.value
        // Models that are missing now may be installed later.
        if case .failure = result, loaded?.choice == choice { loaded = nil }
        return try result.get()
    }
}
