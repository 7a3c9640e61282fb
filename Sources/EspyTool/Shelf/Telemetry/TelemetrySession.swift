import Espy
import EspyApp
import EspyTrials
import Synchronization

/// What one run of `espy shelf` tells the telemetry, if its user has turned that on; and how two detectors that look at
/// the same pictures agree.
final class TelemetrySession: Sendable {
    private let log: TelemetryLog
    private let detection: SpineDetection
    private let sums = Mutex(Sums())

    private struct Sums {
        var frames = 0
        var compared = 0
        var agreement = SpineAgreement()
    }

    init(_ context: CommandContext, _ detection: SpineDetection) {
        self.detection = detection
        let name = String(UInt32.random(in: .min ... .max), radix: 16)
        log = TelemetryPlace.log(context.invocation, context.surroundings, session: TelemetryCode(name)) { problem in
            Task { await context.console.error(problem.message) }
        }
        log.record(.start(.init(version: TelemetryCode(Version.number), mode: TelemetryCode(detection.mode.rawValue))))
    }

    /// Takes in the result of a photo or of a frame.
    @Sendable func record(_ shelf: Shelf) {
        let number = sums.withLock { sums in
            defer { sums.frames += 1 }
            return sums.frames
        }
        guard log.isEnabled else { return }
        log.record(.frame(TelemetryFrame(shelf, id: number, detector: TelemetryCode(detection.shown.rawValue))))
    }

    /// Takes in what two detectors made of one picture.
    @Sendable func record(_ agreement: SpineAgreement) {
        let number = sums.withLock { sums in
            defer { sums.compared += 1 }
            sums.agreement = sums.agreement + agreement
            return sums.compared
        }
        guard log.isEnabled, let hidden = detection.hidden else { return }
        log.record(
            .comparison(
                TelemetryComparison(
                    frame: number, shown: TelemetryCode(detection.shown.rawValue),
                    hidden: TelemetryCode(hidden.rawValue), agreement)))
    }

    /// Writes down what waits.
    ///
    /// - Returns: how the detectors agreed, where there were two.
    func close() async -> String? {
        let sums = sums.withLock { $0 }
        log.record(.end(.init(frames: sums.frames)))
        await log.close()
        guard let hidden = detection.hidden?.rawValue else { return nil }
        let (agreement, shown) = (sums.agreement, detection.shown.rawValue)
        return "shadow: \(agreement.both) spines found by both detectors, \(agreement.onlyFirst) only by the \(shown) "
            + "one, \(agreement.onlySecond) only by the \(hidden) one"
    }
}
