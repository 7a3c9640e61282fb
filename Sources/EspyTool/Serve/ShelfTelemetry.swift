import Espy

/// What the server tells the telemetry of shelves, while its user wants that.
actor ShelfTelemetry {
    private let invocation: Invocation
    private let surroundings: Surroundings
    private var log: TelemetryLog?
    private var frames = 0

    init(_ invocation: Invocation, _ surroundings: Surroundings) {
        self.invocation = invocation
        self.surroundings = surroundings
    }

    /// Takes in what was found in a photo, or in a picture of a camera.
    func take(_ shelf: Shelf, _ detection: SpineDetection) {
        guard let log = open(detection) else { return }
        defer { frames += 1 }
        log.record(.frame(TelemetryFrame(shelf, id: frames, detector: TelemetryCode(detection.shown.rawValue))))
    }

    /// Takes in what a person corrected.
    func take(_ corrections: [TelemetryCorrection], _ detection: SpineDetection) {
        guard !corrections.isEmpty, let log = open(detection) else { return }
        for correction in corrections { log.record(.correction(correction)) }
    }

    /// Writes down what waits.
    func close() async {
        guard let log else { return }
        log.record(.end(.init(frames: frames)))
        await log.close()
        self.log = nil
    }

    /// Turned on while the server runs, a session begins.
    private func open(_ detection: SpineDetection) -> TelemetryLog? {
        guard (try? Settings(invocation, surroundings).isOn(Flags.telemetry)) == true else { return nil }
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
