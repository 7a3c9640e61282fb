import Espy
import Synchronization

/// Adds up what two detectors that look at the same photos make of them, and writes it down where that is allowed.
final class ShadowLog: Sendable {
    private let detection: SpineDetection
    private let log: TelemetryLog
    private let sum = Mutex((photos: 0, agreement: SpineAgreement()))

    /// - Parameter detection: with a hidden detector.
    init(_ detection: SpineDetection, _ invocation: Invocation, _ tool: Tool) {
        self.detection = detection
        let session = (0..<8).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        let console = tool.console
        log = TelemetryPlace.log(invocation, tool.surroundings, session: TelemetryCode(session)) { problem in
            Task { await console.error(problem.message) }
        }
        log.record(.start(.init(version: TelemetryCode(Version.number), mode: TelemetryCode(detection.mode.rawValue))))
    }

    func add(_ agreement: SpineAgreement) {
        let photo = sum.withLock { sum in
            sum.photos += 1
            sum.agreement = sum.agreement + agreement
            return sum.photos - 1
        }
        guard let hidden = detection.hidden else { return }
        let comparison = TelemetryComparison(
            frame: photo, shown: TelemetryCode(detection.shown.rawValue), hidden: TelemetryCode(hidden.rawValue),
            agreement)
        log.record(.comparison(comparison))
    }

    /// Writes down what waits.
    /// - Returns: what to tell the user.
    func finish() async -> String {
        let (photos, agreement) = sum.withLock { ($0.photos, $0.agreement) }
        log.record(.end(.init(frames: photos)))
        await log.close()
        let (shown, hidden) = (detection.shown.rawValue, detection.hidden?.rawValue ?? "")
        return "shadow: \(agreement.both) spines found by both detectors, \(agreement.onlyFirst) only by the \(shown) "
            + "one, \(agreement.onlySecond) only by the \(hidden) one"
    }
}
