package import EspyHTTP

/// Lets in as much at a time as there is room for; others wait in the order in which they came.
package actor WeightedSemaphore {
    private let room: Int
    private let mostWaiting: Int
    private var taken = 0
    private var waiting: [(size: Int, continuation: CheckedContinuation<Void, Never>)] = []

    package init(room: Int, waiting: Int) {
        self.room = room
        mostWaiting = waiting
    }

    /// Does something that takes so much of the room; what is larger than that is done alone.
    ///
    /// - Throws: ``HTTPProblem/busy`` when too many wait already.
    package nonisolated func run<Value: Sendable>(
        _ size: Int = 1, _ work: () async throws(HTTPProblem) -> Value
    ) async throws(HTTPProblem) -> Value {
        let size = min(size, room)
        try await enter(size)
        do throws(HTTPProblem) {
            let value = try await work()
            await leave(size)
            return value
        } catch {
            await leave(size)
            throw error
        }
    }

    private func enter(_ size: Int) async throws(HTTPProblem) {
        if waiting.isEmpty, taken + size <= room {
            taken += size
            return
        }
        guard waiting.count < mostWaiting else { throw .busy }
        // Whoever leaves hands the place over.
        await withCheckedContinuation { waiting.append((size, $0)) }
    }

    private func leave(_ size: Int) {
        taken -= size
        while let next = waiting.first, taken + next.size <= room {
            waiting.removeFirst()
            taken += next.size
            next.continuation.resume()
        }
    }
}

/// Short work on pictures, away from the threads that answer requests, and little of it at a time: each may take a
/// hundred megabytes.
struct PictureQueue: Sendable {
    private let threads: WorkerThreads
    private let memory: WeightedSemaphore
    private let turns = WeightedSemaphore(room: 2, waiting: 200)

    /// - Parameter memory: in bytes, shared with all else that decodes pictures.
    init(threads: WorkerThreads, memory: WeightedSemaphore) {
        self.threads = threads
        self.memory = memory
    }

    /// - Parameter bytes: that the work takes at most.
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
