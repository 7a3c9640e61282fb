import Espy
import EspyApp
import EspySystem
import EspyTrials

/// Flags of `espy shelf telemetry`.
extension Flags {
    package static let telemetry = Flag("telemetry", .telemetry)
    package static let telemetryJSON = Flag("json", help: "Print JSON instead of tables; export always does.")
    package static let plots = Flag(
        "plots", value: FlagValue("FOLDER", .path),
        help: "Also draw each distribution to NAME.svg in FOLDER, replacing existing files.")
    package static let telemetryFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "Write to FILE instead of standard output."
    )
    package static let telemetryYes = Flag("yes", short: "y", help: "Delete without asking.")
}

extension Command {
    static let shelfTelemetry = Command(
        "shelf telemetry", "manage the local telemetry of the shelf reader",
        details: [
            """
            Telemetry is off unless you turn it on. It then records the size, shape and tilt of spines, confidences, \
            how many texts and barcodes are seen, times, and corrections, but no pictures, text, codes or file names. \
            It stays in the data folder of this machine, for 7 days or up to 10 MB.
            """,
            "To read a file called telemetry, use “espy shelf ./telemetry”.",
        ],
        actions: [
            Action("show", says: "Show a summary of the records.", flags: [Flags.plots]),
            Action("export", says: "Print all records as JSON Lines.", flags: [Flags.telemetryFile]),
            Action(
                "clear", says: "Delete all records, after asking. This cannot be undone.", flags: [Flags.telemetryYes]),
            Action("on", says: "Turn recording on."),
            Action("off", says: "Turn recording off, even in running programs."),
        ],
        flags: [Flags.telemetryJSON, Flags.config, Flags.quiet, Flags.help],
        settings: [Flags.telemetry],
        examples: [
            Example("espy shelf telemetry show --plots plots/", "show tables, and draw each distribution"),
            Example("espy shelf telemetry export | jq 'select(.event == \"correction\")'", "list corrections"),
        ]
    ) { try await TelemetryCommand($0).run() }
}

/// `espy shelf telemetry`: shows, exports, deletes, enables or disables it.
private struct TelemetryCommand {
    private let context: CommandContext
    private let folder: TelemetryFolder

    init(_ context: CommandContext) {
        self.context = context
        folder = TelemetryPlace.folder(context.process.environment)
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
        let isOn = try Settings(invocation, context.process).isOn(.telemetry)
        var lines = ["telemetry".padded(to: 12) + (isOn ? "on" : "off")]
        if let from = report.from, let to = report.to {
            lines.append("time".padded(to: 12) + Self.minute(from) + " to " + Self.minute(to))
        }
        return try await context.answer(lines.joined(separator: "\n") + "\n" + report.text)
    }

    /// Times in a file may be out of range.
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
        if reading.newer > 0 { await context.note("\(Self.lines(reading.newer)) from a newer Espy left out") }
        return .complete
    }

    private func clear() async throws -> Exit {
        let size = try folder.size()
        guard size.files > 0 else {
            await context.note("no records yet")
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
        let (file, key) = (ConfigFile(context.process.environment), "shelf.telemetry")
        try file.set([key: String(isOn)])
        if let warning = file.warning(on: key, context.process.environment) { await context.console.note(warning) }
        guard !isOn else { return .complete }
        // Other processes check the setting before each write: once none is writing, none will start.
        try folder.settle()
        let size = try folder.size()
        if size.files > 0 {
            await context.note("\(ByteText.text(size.bytes)) are kept; “espy shelf telemetry clear” deletes them")
        }
        return .complete
    }

    private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
