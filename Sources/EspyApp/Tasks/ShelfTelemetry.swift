package import Espy
import EspySystem
package import EspyTrials
import Foundation
import Synchronization

/// The server's telemetry of shelves, if the user has enabled it.
actor ShelfTelemetry {
    private let environment: AppEnvironment
    /// The program's version.
    private let version: String
    private var log: TelemetryLog?
    private var frames = 0
    /// The stage of the rollout when the log began; another stage starts another log.
    private var stage: FeatureFlag.Stage?
    /// The setting and the time when it was last read for a camera.
    private var live: (isOn: Bool, time: ContinuousClock.Instant)?

    init(_ environment: AppEnvironment, version: String) {
        (self.environment, self.version) = (environment, version)
    }

    /// Records the result of a camera picture. There are many per second, so the settings are read only once per
    /// second.
    func takeFrame(_ shelf: Shelf, _ detection: SpineDetection) async {
        let isFresh = live.map { ContinuousClock.now - $0.time < .seconds(1) } ?? false
        if !isFresh { live = (isOn, ContinuousClock.now) }
        if live?.isOn == true { await record(shelf, detection) }
    }

    /// Records the result of a photo.
    func take(_ shelf: Shelf, _ detection: SpineDetection) async {
        if isOn { await record(shelf, detection) }
    }

    private func record(_ shelf: Shelf, _ detection: SpineDetection) async {
        let log = await open(detection)
        defer { frames += 1 }
        log.record(.frame(TelemetryFrame(shelf, id: frames, detector: TelemetryCode(detection.shown.rawValue))))
    }

    /// Records the user's corrections.
    func take(_ corrections: [TelemetryCorrection], _ detection: SpineDetection) async {
        guard !corrections.isEmpty, isOn else { return }
        let log = await open(detection)
        for correction in corrections { log.record(.correction(correction)) }
    }

    /// Writes pending records.
    func close() async {
        guard let log else { return }
        log.record(.end(.init(frames: frames)))
        await log.close()
        self.log = nil
    }

    private var isOn: Bool { (try? Settings(environment).isOn(.telemetry)) == true }

    /// If telemetry is enabled while the server runs, a session begins.
    private func open(_ detection: SpineDetection) async -> TelemetryLog {
        let present = (try? Settings(environment))?.trainedSpines.stage
        if let log, log.isEnabled, stage == present { return log }
        let old = log
        let end = TelemetryEvent.End(frames: frames)
        (frames, stage) = (0, present)
        let fresh = TelemetryPlace.begin(environment, detection, version: version) { _ in }
        log = fresh
        old?.record(.end(end))
        await old?.close()
        return fresh
    }
}

/// Where telemetry is stored, and whether it may be written.
package enum TelemetryPlace {
    package static func folder(_ environment: AppEnvironment) -> TelemetryFolder {
        TelemetryFolder(path: Path.join(Folders(environment).data, "telemetry"))
    }

    /// The log of one session, active if the user has enabled it. If another process disables it, the log ends before
    /// its next write.
    ///
    /// - Parameters:
    ///   - session: Its unique identifier.
    ///   - onProblem: Called at the first failed write.
    package static func log(
        _ environment: AppEnvironment, session: TelemetryCode,
        onProblem: @escaping @Sendable (Problem) -> Void
    ) -> TelemetryLog {
        let isAllowed = { @Sendable in
            // Unreadable settings permit nothing.
            (try? Settings(environment).isOn(.telemetry)) ?? false
        }
        return TelemetryLog(
            folder: folder(environment).path, session: session, isEnabled: isAllowed(), clock: ContinuousClock(),
            now: { Double(environment.now()) }, isAllowed: isAllowed,
            onProblem: { onProblem(.telemetry($0)) })
    }

    /// Starts the log of a new session.
    static func begin(
        _ environment: AppEnvironment, _ detection: SpineDetection, version: String,
        onProblem: @escaping @Sendable (Problem) -> Void
    ) -> TelemetryLog {
        let name = TelemetryCode(String(UInt32.random(in: .min ... .max), radix: 16))
        let log = log(environment, session: name, onProblem: onProblem)
        let stage = (try? Settings(environment))?.trainedSpines.stage.rawValue
        log.record(
            .start(
                .init(
                    version: TelemetryCode(version), mode: TelemetryCode(detection.mode.rawValue), stage: stage)))
        return log
    }
}

/// The telemetry of one run of `espy shelf`, if the user has enabled it, and the agreement of two detectors on the same
/// pictures.
package final class TelemetrySession: Sendable {
    private let log: TelemetryLog
    private let detection: SpineDetection
    private let sums = Mutex(Sums())

    private struct Sums {
        var frames = 0
        var compared = 0
        var agreement = SpineAgreement()
    }

    /// - Parameters:
    ///   - version: The program's version.
    ///   - onProblem: Called at the first failed write.
    package init(
        _ environment: AppEnvironment, _ detection: SpineDetection, version: String,
        onProblem: @escaping @Sendable (Problem) -> Void
    ) {
        self.detection = detection
        log = TelemetryPlace.begin(environment, detection, version: version, onProblem: onProblem)
    }

    /// Records the result of a photo or frame.
    @Sendable package func record(_ shelf: Shelf) {
        let number = sums.withLock { sums in
            defer { sums.frames += 1 }
            return sums.frames
        }
        guard log.isEnabled else { return }
        log.record(.frame(TelemetryFrame(shelf, id: number, detector: TelemetryCode(detection.shown.rawValue))))
    }

    /// Records the results of two detectors on one picture.
    @Sendable package func record(_ agreement: SpineAgreement) {
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

    /// Writes pending records.
    ///
    /// - Returns: The agreement of the detectors, if there were two.
    package func close() async -> String? {
        let sums = sums.withLock { $0 }
        log.record(.end(.init(frames: sums.frames)))
        await log.close()
        guard let hidden = detection.hidden?.rawValue else { return nil }
        let (agreement, shown) = (sums.agreement, detection.shown.rawValue)
        return "shadow: \(agreement.both) spines found by both detectors, \(agreement.onlyFirst) only by the \(shown) "
            + "one, \(agreement.onlySecond) only by the \(hidden) one"
    }
}

/// The figures of completed rollout stages, because the telemetry itself is kept for only a week.
package struct RolloutFile {
    private let path: String
    private let folder: TelemetryFolder

    package init(_ environment: AppEnvironment) {
        path = Path.join(Folders(environment).data, "rollout.json")
        folder = TelemetryPlace.folder(environment)
    }

    /// The state of the rollout. An unreadable file counts as empty.
    package func rollout(_ stage: FeatureFlag.Stage) throws -> Rollout {
        let figures = try folder.rolloutFigures()
        let last = stage.neighbor(-1).flatMap { left[$0.rawValue] ?? figures[$0] }
        return Rollout(stage: stage, seen: figures[stage] ?? RolloutFigures(), last: last)
    }

    /// Stores the figures of the stage that is now complete.
    package func leave(_ rollout: Rollout) throws {
        var all = left
        all[rollout.stage.rawValue] = rollout.seen.frames > 0 ? rollout.seen : nil
        try Folders.makePrivate(Path.folder(of: path))
        try AtomicFile.replace(path, with: try [UInt8](JSONEncoder().encode(all)))
    }

    /// The figures by percentage of the stage.
    private var left: [Int: RolloutFigures] {
        guard let bytes = try? Files.read(path, limit: 1 << 16) else { return [:] }
        return (try? JSONDecoder().decode([Int: RolloutFigures].self, from: Data(bytes))) ?? [:]
    }
}
