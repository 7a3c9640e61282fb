package import Espy

/// Where telemetry is kept, and who may write it.
package enum TelemetryPlace {
    package static func folder(_ surroundings: Surroundings) -> TelemetryFolder {
        TelemetryFolder(path: Path.join(Folders(surroundings).data, "telemetry"))
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
            (try? Settings(invocation, surroundings).isOn(Flags.telemetry)) ?? false
        }
        return TelemetryLog(
            folder: folder(surroundings).path, session: session, isEnabled: isAllowed(), clock: ContinuousClock(),
            now: { Double(surroundings.now()) }, isAllowed: isAllowed,
            onProblem: { onProblem(problem($0)) })
    }

    private static func problem(_ problem: TelemetryProblem) -> Problem {
        switch problem {
        case .full(let path): Self.problem(StoreError.full(path: path))
        case .inaccessible(let path, let reason): Self.problem(StoreError.inaccessible(path: path, reason: reason))
        }
    }

    static func problem(_ error: StoreError) -> Problem {
        switch error {
        case .full(let path):
            Problem("telemetry", "\(printable(path)): the disk is full; free some space, or turn telemetry off")
        case .inaccessible(let path, let reason):
            Problem("telemetry", "\(printable(path)): \(printable(reason)); change its owner or permissions")
        case .locked(let path):
            Problem("telemetry", "\(printable(path)): another program holds it; end that and run again")
        case .corrupt(let path, let reason): Problem("telemetry", "\(printable(path)): damaged (\(printable(reason)))")
        case .tooNew(let path, _): Problem("telemetry", "\(printable(path)): written by a later version of Espy")
        case .statement(let text): Problem("telemetry", printable(text))
        }
    }
}
