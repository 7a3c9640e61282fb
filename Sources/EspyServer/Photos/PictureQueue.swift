import EspyApp
import EspyHTTP

/// Runs short work on pictures away from the threads that answer requests. Little runs at a time, because each piece
/// may take a hundred megabytes.
struct PictureQueue: Sendable {
    private let threads: WorkerThreads
    private let memory: WeightedSemaphore<HTTPProblem>
    private let turns = WeightedSemaphore(room: 2, waiting: 200, full: HTTPProblem.busy)

    /// - Parameter memory: In bytes, shared with everything else that decodes pictures.
    init(threads: WorkerThreads, memory: WeightedSemaphore<HTTPProblem>) {
        self.threads = threads
        self.memory = memory
    }

    /// - Parameter bytes: The most memory that the work takes.
    func run<Value: Sendable>(
        bytes: Int, _ work: @escaping @Sendable () throws(HTTPProblem) -> Value
    ) async throws(HTTPProblem) -> Value {
        try await turns.run { () throws(HTTPProblem) in
            try await memory.run(bytes) { () throws(HTTPProblem) in
                let result = await Task(executorPreference: threads) { () -> Result<Value, HTTPProblem> in
                    do throws(HTTPProblem) { return .success(try work()) } catch { return .failure(error) }
                }.value
                return try result.get()
            }
        }
    }
}
