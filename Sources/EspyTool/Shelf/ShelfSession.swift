import Espy
import Synchronization

/// What one run of `espy shelf` tells the telemetry, if its user has turned that on.
struct ShelfSession: Sendable {
    private let log: TelemetryLog
    private let count = Counter()

    /// Which detector the spines are from.
    private static let detector: TelemetryCode = "classical"

    init(_ invocation: Invocation, _ surroundings: Surroundings, console: Console) {
        let name = String(UInt32.random(in: .min ... .max), radix: 16)
        log = TelemetryPlace.log(invocation, surroundings, session: TelemetryCode(name)) { problem in
            Task { await console.error(problem.message) }
        }
        log.record(.start(.init(version: TelemetryCode(Version.number), mode: Self.detector)))
    }

    /// Takes in the result of a photo or of a frame.
    var record: @Sendable (Shelf) -> Void {
        { [log, count] shelf in
            let number = count.next()
            if log.isEnabled { log.record(.frame(TelemetryFrame(shelf, id: number, detector: Self.detector))) }
        }
    }

    func close() async {
        log.record(.end(.init(frames: count.value)))
        await log.close()
    }

    /// Counts frames of several threads.
    private final class Counter: Sendable {
        private let number = Mutex(0)

        var value: Int { number.withLock { $0 } }

        func next() -> Int {
            number.withLock { number in
                defer { number += 1 }
                return number
            }
        }
    }
}
