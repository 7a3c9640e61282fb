package import Espy
import EspySystem

/// Where telemetry is kept, and who may write it.
package enum TelemetryPlace {
    package static func folder(_ environment: AppEnvironment) -> TelemetryFolder {
        TelemetryFolder(path: Path.join(Folders(environment).data, "telemetry"))
    }

    /// The log of one session, on if the user has said so. Turned off elsewhere, it ends before its next write.
    ///
    /// - Parameters:
    ///   - session: what tells it from others.
    ///   - onProblem: called the first time that nothing can be written.
    package static func log(
        _ environment: AppEnvironment, session: TelemetryCode,
        onProblem: @escaping @Sendable (Problem) -> Void
    ) -> TelemetryLog {
        let isAllowed = { @Sendable in
            // Settings that cannot be read allow nothing.
            (try? Settings(environment).isOn(.telemetry)) ?? false
        }
        return TelemetryLog(
            folder: folder(environment).path, session: session, isEnabled: isAllowed(), clock: ContinuousClock(),
            now: { Double(environment.now()) }, isAllowed: isAllowed,
            onProblem: { onProblem(.telemetry($0)) })
    }
}
