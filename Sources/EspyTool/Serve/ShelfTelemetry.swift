import Espy
import EspyApp
import EspyTrials

/// What the server tells the telemetry of shelves, while its user wants that.
actor ShelfTelemetry {
    private let invocation: Invocation
    private let surroundings: Surroundings
    private var log: TelemetryLog?
    private var frames = 0
    /// What the settings said when a camera's picture was last taken in, and when that was.
    private var live: (isOn: Bool, time: ContinuousClock.Instant)?

    init(_ invocation: Invocation, _ surroundings: Surroundings) {
        self.invocation = invocation
        self.surroundings = surroundings
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

    private var isOn: Bool { (try? Settings(invocation, surroundings).isOn(.telemetry)) == true }

    /// Turned on while the server runs, a session begins.
    private func open(_ detection: SpineDetection) -> TelemetryLog {
        if let log, log.isEnabled { return log }
        frames = 0
        let name = TelemetryCode(String(UInt32.random(in: .min ... .max), radix: 16))
        let fresh = TelemetryPlace.log(invocation, surroundings, session: name) { _ in }
        fresh.record(
            .start(.init(version: TelemetryCode(Version.number), mode: TelemetryCode(detection.mode.rawValue))))
        log = fresh
        return fresh
    }
}
