import Espy
import EspySystem
package import EspyTrials

/// What the server tells the telemetry of shelves, while its user wants that.
actor ShelfTelemetry {
    private let environment: AppEnvironment
    /// Of the program.
    private let version: String
    private var log: TelemetryLog?
    private var frames = 0
    /// What the settings said when a camera's picture was last taken in, and when that was.
    private var live: (isOn: Bool, time: ContinuousClock.Instant)?

    init(_ environment: AppEnvironment, version: String) {
        (self.environment, self.version) = (environment, version)
    }

    /// Takes in what was found in a picture of a camera. Many of them come in a second: the settings are read once in it.
    func takeFrame(_ shelf: Shelf, _ detection: SpineDetection) {
        let isFresh = live.map { ContinuousClock.now - $0.time < .seconds(1) } ?? false
        if !isFresh { live = (isOn, ContinuousClock.now) }
        if live?.isOn == true { record(shelf, detection) }
    }

    /// Takes in what was found in a photo.
    func take(_ shelf: Shelf, _ detection: SpineDetection) {
        if isOn { record(shelf, detection) }
    }

    private func record(_ shelf: Shelf, _ detection: SpineDetection) {
        let log = open(detection)
        defer { frames += 1 }
        log.record(.frame(TelemetryFrame(shelf, id: frames, detector: TelemetryCode(detection.shown.rawValue))))
    }

    /// Takes in what a person corrected.
    func take(_ corrections: [TelemetryCorrection], _ detection: SpineDetection) {
        guard !corrections.isEmpty, isOn else { return }
        let log = open(detection)
        for correction in corrections { log.record(.correction(correction)) }
    }

    /// Writes down what waits.
    func close() async {
        guard let log else { return }
        log.record(.end(.init(frames: frames)))
        await log.close()
        self.log = nil
    }

    private var isOn: Bool { (try? Settings(environment).isOn(.telemetry)) == true }

    /// Turned on while the server runs, a session begins.
    private func open(_ detection: SpineDetection) -> TelemetryLog {
        if let log, log.isEnabled { return log }
        frames = 0
        let name = TelemetryCode(String(UInt32.random(in: .min ... .max), radix: 16))
        let fresh = TelemetryPlace.log(environment, session: name) { _ in }
        fresh.record(
            .start(.init(version: TelemetryCode(version), mode: TelemetryCode(detection.mode.rawValue))))
        log = fresh
        return fresh
    }
}

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
