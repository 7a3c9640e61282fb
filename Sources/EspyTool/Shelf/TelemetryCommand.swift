import Espy
import EspyApp
import EspyHTTP
import EspySystem
import EspyTrials
import Synchronization

/// Flags of `espy shelf telemetry`.
extension Flags {
    package static let telemetry = Flag("telemetry", .telemetry)
    package static let telemetryJSON = Flag("json", help: "show: print JSON instead of tables.")
    package static let plots = Flag(
        "plots", value: FlagValue("FOLDER", .path),
        help: "show: also draw each distribution, as NAME.svg in FOLDER. Files of these names are replaced.")
    package static let telemetryFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "export: write to FILE instead of standard output."
    )
    package static let telemetryYes = Flag("yes", short: "y", help: "clear: do not ask.")
}

extension Command {
    static let shelfTelemetry = Command(
        "shelf telemetry", "what the shelf reader wrote down, if you let it",
        details: [
            """
            Off until you turn it on. Then the shelf reader writes down how large, how slim and how tilted the spines \
            are, how sure it is, how many texts and barcodes it sees with them, how long it takes, and what you \
            correct. No pictures, no text, no codes, no names of files. It stays in the data folder of this machine, \
            for 7 days or 10 MB, whichever comes first.
            """,
            """
            A photo that is called telemetry is read with “espy shelf ./telemetry”.
            """,
        ],
        actions: [
            Action("show", says: "What was written down, added up."),
            Action("export", says: "All of it as it is, as JSON Lines."),
            Action("clear", says: "Delete all of it, after asking. There is no way back."),
            Action("on", says: "Write down from now on."),
            Action("off", says: "Write down nothing more, also where Espy is running now."),
        ],
        flags: [
            Flags.telemetryJSON, Flags.plots, Flags.telemetryFile, Flags.telemetryYes, Flags.config, Flags.quiet,
            Flags.help,
        ],
        settings: [Flags.telemetry],
        examples: [
            Example("espy shelf telemetry show --plots plots/", "tables, and a picture of each distribution"),
            Example("espy shelf telemetry export | jq 'select(.event == \"correction\")'", "what was corrected"),
        ]
    ) { try await TelemetryCommand($0).run() }
}

/// `espy shelf telemetry`: look at it, take it away, turn it on or off.
private struct TelemetryCommand {
    private let context: CommandContext
    private let folder: TelemetryFolder

    init(_ context: CommandContext) {
        self.context = context
        folder = TelemetryPlace.folder(context.surroundings.environment)
    }

    private var invocation: Invocation { context.invocation }

    func run() async throws -> Exit {
        do {
            switch invocation.action {
            case "show": return try await show()
            case "export": return try await export()
            case "clear": return try await clear()
            case "on": return try await turn(on: true)
            default: return try await turn(on: false)
            }
        } catch let error as TelemetryProblem {
            throw Problem.telemetry(error)
        }
    }

    private func show() async throws -> Exit {
        let report = try folder.report()
        if let plots = invocation.value(Flags.plots) {
            try Files.makeFolder(plots)
            for distribution in report.distributions {
                try AtomicFile.replace(
                    Path.join(plots, "\(distribution.name).svg"), with: Array(TelemetryPlot.svg(of: distribution).utf8))
            }
        }
        if invocation.isOn(Flags.telemetryJSON) { return try await context.answer(try JSONText.line(report)) }
        let isOn = try Settings(invocation, context.surroundings).isOn(.telemetry)
        var lines = ["telemetry".padded(to: 12) + (isOn ? "on" : "off")]
        if let from = report.from, let to = report.to {
            lines.append("time".padded(to: 12) + Self.minute(from) + " to " + Self.minute(to))
        }
        return try await context.answer(lines.joined(separator: "\n") + "\n" + report.text)
    }

    /// Times in a file may be anything.
    private static func minute(_ seconds: Double) -> String {
        Timestamp.minute(Int(min(max(seconds, 0), 253_402_300_799)))
    }

    private func export() async throws -> Exit {
        var text = ""
        var parts: [String] = []
        let reading = try folder.read { event in
            try Task.checkCancellation()
            text += try JSONText.line(event)
            if text.utf8.count > 1 << 16 {
                parts.append(text)
                text = ""
            }
        }
        parts.append(text)
        if let path = invocation.value(Flags.telemetryFile) {
            try AtomicFile.replace(path, with: parts.flatMap { Array($0.utf8) })
        } else {
            for part in parts { try await context.console.answer(part) }
        }
        if reading.damaged > 0 { await context.note("\(Self.lines(reading.damaged)) could not be read") }
        if reading.newer > 0 { await context.note("\(Self.lines(reading.newer)) of a later version of Espy left out") }
        return .complete
    }

    private func clear() async throws -> Exit {
        let size = try folder.size()
        guard size.files > 0 else {
            await context.note("nothing was written down yet")
            return .complete
        }
        let question = "This deletes \(ByteText.text(size.bytes)) of telemetry."
        guard try await context.isMeant(Flags.telemetryYes, to: "delete", question) else {
            await context.note("nothing was deleted")
            return .incomplete
        }
        await context.note("deleted \(ByteText.text(try folder.clear()))")
        return .complete
    }

    private func turn(on isOn: Bool) async throws -> Exit {
        let (file, key) = (ConfigFile(context.surroundings.environment), "shelf.telemetry")
        try file.set([key: String(isOn)])
        if let warning = file.warning(on: key, context.surroundings.environment) { await context.console.note(warning) }
        guard !isOn else { return .complete }
        // Others ask for the setting before each write: when none is writing, none will any more.
        try folder.settle()
        let size = try folder.size()
        if size.files > 0 {
            await context.note("\(ByteText.text(size.bytes)) are kept; “espy shelf telemetry clear” deletes them")
        }
        return .complete
    }

    private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
}

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
        log = TelemetryPlace.log(
            context.surroundings.given(context.invocation).environment, session: TelemetryCode(name)
        ) { problem in
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
