package import EspyHTTP

/// Lets in as much at a time as there is room for; others wait in the order in which they came.
package actor Turns {
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
    /// - Throws: ``Problem/busy`` when too many wait already.
    package nonisolated func run<Value: Sendable>(
        _ size: Int = 1, _ work: () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        let size = min(size, room)
        try await enter(size)
        do throws(Problem) {
            let value = try await work()
            await leave(size)
            return value
        } catch {
            await leave(size)
            throw error
        }
    }

    private func enter(_ size: Int) async throws(Problem) {
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
