import Espy
import EspyApp
import EspyTool
import EspyTrials
import Foundation
import Testing

/// `espy shelf telemetry`, while a log is being written.
struct TelemetryCommandTests {
    private let scratch: Scratch
    private let variables: [String: String]

    init() throws {
        scratch = try Scratch()
        variables = ["XDG_DATA_HOME": scratch.path, "XDG_CONFIG_HOME": scratch.file("settings"), "TZ": "UTC"]
    }

    private func run(_ arguments: String..., input: [UInt8] = []) async throws -> Ending {
        try await espy(["shelf", "telemetry"] + arguments, variables: variables, input: input)
    }

    private var folder: String { scratch.file("espy/telemetry") }

    private var process: ProcessEnvironment {
        var variables = variables
        variables["HOME"] = scratch.path
        return ProcessEnvironment(variables: variables, now: { 1_771_597_822 })
    }

    private func log() throws -> TelemetryLog {
        let command = try #require(CommandTable.espy.command(named: "shelf telemetry"))
        return TelemetryPlace.log(
            process.given(Invocation(command, in: .espy)).environment, session: "t",
            onProblem: { Issue.record("\($0.message)") })
    }

    private let frame = TelemetryFrame(
        id: 1, width: 1920, height: 1080, outcome: .processed, detector: "classical-1",
        spines: [SpineShape(width: 0.03, height: 0.4, aspect: 0.075, tilt: 1, confidence: 0.9)], texts: 2,
        timings: [.total: 20])

    /// Turns telemetry on and records one frame and one correction.
    private func fill() async throws -> TelemetryLog {
        #expect(try await run("on") == Ending(exit: 0, out: "", err: ""))
        let log = try log()
        log.record(.frame(frame))
        log.record(.correction(.init(.delete, frame: 1, detector: "classical-1", before: frame.spines[0])))
        await log.flush()
        return log
    }

    @Test func nothingIsWrittenUntilItIsTurnedOn() async throws {
        let log = try log()
        #expect(!log.isEnabled)
        log.record(.frame(frame))
        await log.close()
        #expect(!FileManager.default.fileExists(atPath: folder))
        let shown = try await run("show")
        #expect(shown.exit == 0)
        #expect(shown.out.hasPrefix("telemetry   off\nsessions    0\n"))
        #expect(try await run("export") == Ending(exit: 0, out: "", err: ""))
        #expect(try await run("clear").err == "no records yet\n")
        // Looking does not create anything.
        #expect(scratch.names.isEmpty)
    }

    @Test func onIsASetting() async throws {
        _ = try await run("on")
        #expect(try scratch.text("settings/espy/config.json").contains("\"telemetry\": true"))
        #expect(try await espy(["config"], variables: variables).out.contains("shelf.telemetry"))
        _ = try await run("off")
        #expect(try scratch.text("settings/espy/config.json").contains("\"telemetry\": false"))
    }

    @Test func showsWhatWasWritten() async throws {
        let log = try await fill()
        let text = try await run("show").out
        #expect(text.hasPrefix("telemetry   on\ntime        2026-02-20 14:30 to 2026-02-20 14:30\n"))
        #expect(text.contains("  spines + text"))
        #expect(text.contains("  classical-1"))
        let report = try JSONDecoder().decode(
            TelemetryReport.self, from: Data(try await run("show", "--json").out.utf8))
        #expect(report.events == 2)
        #expect(report.detectors[0].deleted == 1)
        await log.close()
    }

    @Test func drawsPlots() async throws {
        _ = try await fill()
        let plots = scratch.file("plots")
        #expect(try await run("show", "--plots", plots).exit == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: plots).sorted()
        #expect(
            names == [
                "aspect.svg", "confidence.svg", "height.svg", "spines.svg", "tilt.svg", "timing.total.svg", "width.svg",
            ])
        for name in names { #expect(try scratch.text("plots/" + name).hasPrefix("<svg ")) }
    }

    @Test func exportsLinesAsTheyAre() async throws {
        _ = try await fill()
        let file = try #require(
            FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".jsonl") })
        let written = try scratch.text("espy/telemetry/" + file)
        #expect(written.split(separator: "\n").count == 2)
        #expect(try await run("export").out == written)
        #expect(try await run("export", "-o", scratch.file("all.jsonl")) == Ending(exit: 0, out: "", err: ""))
        #expect(try scratch.text("all.jsonl") == written)
        // A line that a crash cut short is skipped, with a note.
        try scratch.write("espy/telemetry/" + file, written + "{\"schema\":1,\"ti")
        let cut = try await run("export")
        #expect(cut.out == written)
        #expect(cut.err == "1 line could not be read\n")
    }

    @Test func clearingAsksFirst() async throws {
        _ = try await fill()
        let refused = try await run("clear")
        #expect(refused.exit == 64)
        #expect(refused.err.contains("give --yes"))
        #expect(refused.err.contains("espy help shelf telemetry"))
        let cleared = try await run("clear", "--yes")
        #expect(cleared.exit == 0)
        #expect(cleared.err == "deleted 1 KB\n")
        #expect(try await run("export").out.isEmpty)
    }

    /// The setting alone stops a log in another process.
    @Test func offEndsARunningLog() async throws {
        let log = try await fill()
        let before = try await run("export").out
        log.record(.correction(.init(.confirm, frame: 1, detector: "classical-1", before: frame.spines[0])))
        #expect(try await run("off").err == "1 KB are kept; “espy shelf telemetry clear” deletes them\n")
        await log.flush()
        #expect(try await run("export").out == before)
        #expect(!log.isEnabled)
    }

    @Test func unreadableSettingsAllowNothing() async throws {
        let log = try await fill()
        let before = try await run("export").out
        try scratch.write("settings/espy/config.json", "{ broken")
        log.record(.correction(.init(.confirm, frame: 1, detector: "classical-1", before: frame.spines[0])))
        await log.flush()
        #expect(try await run("export").out == before)
    }

    @Test func unusableFolder() async throws {
        try scratch.write("espy/telemetry", "a file")
        for action in [["show"], ["export"], ["clear", "-y"]] {
            let ending = try await espy(["shelf", "telemetry"] + action, variables: variables)
            #expect(ending.exit == 2, "\(ending.err)")
            #expect(ending.err.hasPrefix("espy: \(folder): Not a directory"), "\(ending.err)")
        }
    }

    @Test(arguments: [
        (["shelf", "telemetry"], "an action is missing: show, export, clear, on, off"),
        (["shelf", "telemetry", "shwo"], "did you mean “show”?"),
        (["shelf", "telemetry", "on", "now"], "unexpected argument “now”"),
        (["shelf", "telemetry", "show", "--plot", "x"], "did you mean --plots?"),
        (["help", "rack", "count"], "unknown command “rack count”"),
        (["help", "telemetry"], "unknown command “telemetry”"),
    ])
    func wrongUse(arguments: [String], message: String) async throws {
        let ending = try await espy(arguments)
        #expect(ending.exit == 64)
        #expect(ending.out.isEmpty)
        #expect(ending.err.contains(message), "\(ending.err)")
    }

    @Test func helpOfANameOfTwoWords() async throws {
        let text = try await espy("help", "shelf", "telemetry").out
        #expect(text.hasPrefix("espy shelf telemetry: manage the local telemetry of the shelf reader"))
        #expect(try await espy("shelf", "telemetry", "--help").out == text)
        #expect(text.contains("Usage: espy shelf telemetry [OPTION…] ACTION"))
    }
}
