package import Espy
import EspySystem
package import EspyTrials
import Foundation
import Synchronization

/// What the server tells the telemetry of shelves, while its user wants that.
actor ShelfTelemetry {
    private let environment: AppEnvironment
    /// Of the program.
    private let version: String
    private var log: TelemetryLog?
    private var frames = 0
    /// Of the rollout, while the log was begun: another one begins another.
    private var stage: FeatureFlag.Stage?
    /// What the settings said when a camera's picture was last taken in, and when that was.
    private var live: (isOn: Bool, time: ContinuousClock.Instant)?

    init(_ environment: AppEnvironment, version: String) {
        (self.environment, self.version) = (environment, version)
    }

    /// Takes in what was found in a picture of a camera. Many of them come in a second: the settings are read once in it.
    func takeFrame(_ shelf: Shelf, _ detection: SpineDetection) async {
        let isFresh = live.map { ContinuousClock.now - $0.time < .seconds(1) } ?? false
        if !isFresh { live = (isOn, ContinuousClock.now) }
        if live?.isOn == true { await record(shelf, detection) }
    }

    /// Takes in what was found in a photo.
    func take(_ shelf: Shelf, _ detection: SpineDetection) async {
        if isOn { await record(shelf, detection) }
    }

    private func record(_ shelf: Shelf, _ detection: SpineDetection) async {
        let log = await open(detection)
        defer { frames += 1 }
        log.record(.frame(TelemetryFrame(shelf, id: frames, detector: TelemetryCode(detection.shown.rawValue))))
    }

    /// Takes in what a person corrected.
    func take(_ corrections: [TelemetryCorrection], _ detection: SpineDetection) async {
        guard !corrections.isEmpty, isOn else { return }
        let log = await open(detection)
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

    /// The log of a new session, its beginning written down.
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

/// What one run of `espy shelf` tells the telemetry, if its user has turned that on; and how two detectors that look at
/// the same pictures agree.
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
    ///   - version: of the program.
    ///   - onProblem: called the first time that nothing can be written.
    package init(
        _ environment: AppEnvironment, _ detection: SpineDetection, version: String,
        onProblem: @escaping @Sendable (Problem) -> Void
    ) {
        self.detection = detection
        log = TelemetryPlace.begin(environment, detection, version: version, onProblem: onProblem)
    }

    /// Takes in the result of a photo or of a frame.
    @Sendable package func record(_ shelf: Shelf) {
        let number = sums.withLock { sums in
            defer { sums.frames += 1 }
            return sums.frames
        }
        guard log.isEnabled else { return }
        log.record(.frame(TelemetryFrame(shelf, id: number, detector: TelemetryCode(detection.shown.rawValue))))
    }

    /// Takes in what two detectors made of one picture.
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

    /// Writes down what waits.
    ///
    /// - Returns: how the detectors agreed, where there were two.
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

/// What was seen at the stages of the rollout that were left: the telemetry itself is kept for a week only.
package struct RolloutFile {
    private let path: String
    private let folder: TelemetryFolder

    package init(_ environment: AppEnvironment) {
        path = Path.join(Folders(environment).data, "rollout.json")
        folder = TelemetryPlace.folder(environment)
    }

    /// Where the rollout stands. A file that cannot be read says nothing.
    package func rollout(_ stage: FeatureFlag.Stage) throws -> Rollout {
        let figures = try folder.rolloutFigures()
        let last = stage.neighbor(-1).flatMap { left[$0.rawValue] ?? figures[$0] }
        return Rollout(stage: stage, seen: figures[stage] ?? RolloutFigures(), last: last)
    }

    /// Keeps what was seen at a stage that is left now.
    package func leave(_ rollout: Rollout) throws {
        var all = left
        all[rollout.stage.rawValue] = rollout.seen.frames > 0 ? rollout.seen : nil
        try Folders.makePrivate(Path.folder(of: path))
        try AtomicFile.replace(path, with: try [UInt8](JSONEncoder().encode(all)))
    }

    /// By percent.
    private var left: [Int: RolloutFigures] {
        guard let bytes = try? Files.read(path, limit: 1 << 16) else { return [:] }
        return (try? JSONDecoder().decode([Int: RolloutFigures].self, from: Data(bytes))) ?? [:]
    }
}
