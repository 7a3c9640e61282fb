/// What decoding takes of memory, at most.
package enum DecodingCost {
    /// - Parameters:
    ///   - file: bytes of the file.
    ///   - longSide: that is wanted; nil for the whole size.
    package static func bytes(
        width: Int, height: Int, isHeldWhole: Bool, file: Int, longSide: Int? = nil
    ) -> Int {
        // Coefficients of four components of 16 bits, or planes of 10 bits with two copies in color.
        if isHeldWhole { return file + 12 * width * height }
        var factor = 1
        if let longSide { while factor < 8, max(width, height) / (2 * factor) >= longSide { factor *= 2 } }
        // Ink in four components, and the colors made of it.
        return file + 7 * (width / factor + 1) * (height / factor + 1)
    }
}

/// Lets in as much at a time as there is room for; others wait in the order in which they came.
package actor WeightedSemaphore<Failure: Error> {
    private let room: Int
    private let mostWaiting: Int
    private let full: Failure
    private var taken = 0
    private var waiting: [(size: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Parameters:
    ///   - waiting: how many wait at most.
    ///   - full: why others do not.
    package init(room: Int, waiting: Int = .max, full: Failure) {
        (self.room, mostWaiting, self.full) = (room, waiting, full)
    }

    /// Does something that takes so much of the room; what is larger than that is done alone.
    ///
    /// - Throws: what the work throws, or that too many wait already.
    package nonisolated func run<Value: Sendable>(
        _ size: Int = 1, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let size = min(size, room)
        try await enter(size)
        do throws(Failure) {
            let value = try await work()
            await leave(size)
            return value
        } catch {
            await leave(size)
            throw error
        }
    }

    private func enter(_ size: Int) async throws(Failure) {
        if waiting.isEmpty, taken + size <= room {
            taken += size
            return
        }
        guard waiting.count < mostWaiting else { throw full }
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
