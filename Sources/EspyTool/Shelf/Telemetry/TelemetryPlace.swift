import Espy
package import EspyApp
import EspyHTTP
import EspySystem
package import EspyTrials

/// Where telemetry is kept, and who may write it.
package enum TelemetryPlace {
    package static func folder(_ surroundings: Surroundings) -> TelemetryFolder {
        TelemetryFolder(path: Path.join(Folders(surroundings.environment).data, "telemetry"))
    }

    /// The log of one session, on if the user has said so. Turned off elsewhere, it ends before its next write.
    ///
    /// - Parameters:
    ///   - session: what tells it from others.
    ///   - onProblem: called the first time that nothing can be written.
    package static func log(
        _ invocation: Invocation, _ surroundings: Surroundings, session: TelemetryCode,
        onProblem: @escaping @Sendable (Problem) -> Void
    ) -> TelemetryLog {
        let isAllowed = { @Sendable in
            // Settings that cannot be read allow nothing.
            (try? Settings(invocation, surroundings).isOn(.telemetry)) ?? false
        }
        return TelemetryLog(
            folder: folder(surroundings).path, session: session, isEnabled: isAllowed(), clock: ContinuousClock(),
            now: { Double(surroundings.now()) }, isAllowed: isAllowed,
            onProblem: { onProblem(.telemetry($0)) })
    }
}
