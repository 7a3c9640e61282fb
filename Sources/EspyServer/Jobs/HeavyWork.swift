/// Short work on pictures, away from the threads that answer requests, and little of it at a time: each may take a
/// hundred megabytes.
struct HeavyWork: Sendable {
    private let threads: WorkerThreads
    private let turns = Turns(atOnce: 2, waiting: 200)

    init(threads: WorkerThreads) { self.threads = threads }

    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        try await turns.enter()
        let result = await Task(executorPreference: threads) { () -> Result<Value, Problem> in
            do throws(Problem) { return .success(try work()) } catch { return .failure(error) }
        }.value
        await turns.leave()
        return try result.get()
    }
}
