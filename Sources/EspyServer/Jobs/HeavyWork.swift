import Espy
import EspyHTTP

/// Short work on pictures, away from the threads that answer requests, and little of it at a time: each may take a
/// hundred megabytes.
struct HeavyWork: Sendable {
    private let threads: WorkerThreads
    private let memory: Turns
    private let turns = Turns(room: 2, waiting: 200)

    /// - Parameter memory: in bytes, shared with all else that decodes pictures.
    init(threads: WorkerThreads, memory: Turns) {
        self.threads = threads
        self.memory = memory
    }

    /// - Parameter bytes: that the work takes at most.
    func run<Value: Sendable>(
        bytes: Int, _ work: @escaping @Sendable () throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        try await turns.run { () throws(Problem) in
            try await memory.run(bytes) { () throws(Problem) in
                let result = await Task(executorPreference: threads) { () -> Result<Value, Problem> in
                    do throws(Problem) { return .success(try work()) } catch { return .failure(error) }
                }.value
                return try result.get()
            }
        }
    }
}
