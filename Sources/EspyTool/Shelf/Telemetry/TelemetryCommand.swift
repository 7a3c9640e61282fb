import Espy

/// `espy shelf telemetry`: look at it, take it away, turn it on or off.
struct TelemetryCommand {
    private let tool: Tool
    private let invocation: Invocation
    private let folder: TelemetryFolder

    init(_ tool: Tool, _ invocation: Invocation) {
        self.tool = tool
        self.invocation = invocation
        folder = TelemetryPlace.folder(tool.surroundings)
    }

    func run() async throws -> Exit {
        do {
            switch invocation.action {
            case "show": return try await show()
            case "export": return try await export()
            case "clear": return try await clear()
            case "on": return try await turn(on: true)
            default: return try await turn(on: false)
            }
        } catch let error as StoreError {
            await tool.console.error(TelemetryPlace.problem(error).message)
            return .failed
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
        if invocation.isOn(Flags.telemetryJSON) { return try await tool.answer(try JSONText.line(report)) }
        let isOn = try Settings(invocation, tool.surroundings).isOn(Flags.telemetry)
        var lines = ["telemetry".padded(to: 12) + (isOn ? "on" : "off")]
        if let from = report.from, let to = report.to {
            lines.append("time".padded(to: 12) + Self.minute(from) + " to " + Self.minute(to))
        }
        return try await tool.answer(lines.joined(separator: "\n") + "\n" + report.text)
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
            for part in parts { try await tool.console.answer(part) }
        }
        if reading.damaged > 0 { await note("\(Self.lines(reading.damaged)) could not be read") }
        if reading.newer > 0 { await note("\(Self.lines(reading.newer)) of a later version of Espy left out") }
        return .complete
    }

    private func clear() async throws -> Exit {
        let size = try folder.size()
        guard size.files > 0 else {
            await note("nothing was written down yet")
            return .complete
        }
        guard try await isMeant(size.bytes) else {
            await note("nothing was deleted")
            return .incomplete
        }
        await note("deleted \(Self.kilobytes(try folder.clear()))")
        return .complete
    }

    private func isMeant(_ bytes: Int) async throws -> Bool {
        if invocation.isOn(Flags.telemetryYes) { return true }
        let input = tool.surroundings.input
        guard input.isTerminal else {
            throw UsageError(
                "nobody can be asked here; to delete without being asked, give --yes", command: invocation.command.name)
        }
        await tool.console.note("This deletes \(Self.kilobytes(bytes)) of telemetry. Type yes to go on:")
        return ["y", "yes"].contains(try input.readLine().lowercased())
    }

    private func turn(on isOn: Bool) async throws -> Exit {
        let change = ConfigChange(tool: tool, invocation: invocation)
        let file = ConfigFile(invocation, tool.surroundings)
        try await change.set("shelf.telemetry", to: String(isOn), in: file)
        guard !isOn else { return .complete }
        // Others ask for the setting before each write: when none is writing, none will any more.
        try folder.settle()
        let size = try folder.size()
        if size.files > 0 {
            await note("\(Self.kilobytes(size.bytes)) are kept; “espy shelf telemetry clear” deletes them")
        }
        return .complete
    }

    private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }

    private static func kilobytes(_ bytes: Int) -> String { "\((bytes + 999) / 1_000) kB" }

    private func note(_ text: String) async {
        if !invocation.isOn(Flags.quiet) { await tool.console.note(text) }
    }
}
