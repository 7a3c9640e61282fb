/// The most memory that decoding takes.
package enum DecodingCost {
    /// - Parameters:
    ///   - file: The size of the file in bytes.
    ///   - longSide: The longer side of the wanted picture; nil for full size.
    package static func bytes(
        width: Int, height: Int, isHeldWhole: Bool, file: Int, longSide: Int? = nil
    ) -> Int {
        // 16-bit coefficients of four components, or 10-bit planes and two copies in color.
        if isHeldWhole { return file + 12 * width * height }
        var factor = 1
        if let longSide { while factor < 8, max(width, height) / (2 * factor) >= longSide { factor *= 2 } }
        // CMYK in four components, and the colors converted from it.
        return file + 7 * (width / factor + 1) * (height / factor + 1)
    }
}

/// Limits concurrent work to an amount of a resource; further callers wait in order.
package actor WeightedSemaphore<Failure: Error> {
    private let room: Int
    private let mostWaiting: Int
    private let full: Failure
    private var taken = 0
    private var waiting: [(size: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Parameters:
    ///   - waiting: Maximum number of waiting callers.
    ///   - full: The error for further callers.
    package init(room: Int, waiting: Int = .max, full: Failure) {
        (self.room, mostWaiting, self.full) = (room, waiting, full)
    }

    /// Runs work that needs this amount. Work that needs more than the whole runs alone.
    ///
    /// - Throws: The work's errors, or `full` if too many callers are waiting.
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
        // The caller that leaves reserves the space for this one.
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
