import Espy
import EspyApp
import EspyTool
import EspyTrials
import Foundation
import Synchronization
import Testing

/// `espy shelf rollout`, with telemetry as programs write it.
struct RolloutCommandTests {
    private let scratch: Scratch
    private let variables: [String: String]
    private let clock = TickingClock()

    init() throws {
        scratch = try Scratch()
        variables = ["XDG_DATA_HOME": scratch.path, "XDG_CONFIG_HOME": scratch.file("settings")]
    }

    private func run(_ arguments: String...) async throws -> Ending {
        try await espy(["shelf", "rollout"] + arguments, variables: variables)
    }

    private func set(_ key: String, _ value: String) async throws {
        #expect(try await espy(["config", "set", key, value], variables: variables).exit == 0)
    }

    private func stage() async throws -> String? {
        let lines = try await espy(["config"], variables: variables).out.split(separator: "\n")
        return lines.first { $0.hasPrefix("shelf.rollout") }?.split(separator: " ")[1].description
    }

    /// Records frames of ten spines, with the given numbers of removed and missed ones.
    private func see(
        _ frames: Int, false wrong: Int = 0, missed: Int = 0, by detector: SpineDetection.Detector = .trained
    ) async throws {
        var variables = variables
        variables["HOME"] = scratch.path
        let process = ProcessEnvironment(variables: variables, now: { [clock] in clock.tick() })
        let session = TelemetrySession(
            process.environment, SpineDetection(shown: detector, reason: .withinStage), version: "1",
            onProblem: { Issue.record("\($0.message)") })
        let spine = Shelf.Spine(
            id: 0, quad: Quad(Rect(x: 10, y: 10, width: 20, height: 90)), row: 0, confidence: 0.9)
        for _ in 0..<frames {
            session.record(Shelf(width: 400, height: 300, spines: Array(repeating: spine, count: 10)))
        }
        _ = await session.close()
        let log = TelemetryPlace.log(process.environment, session: "more") { Issue.record("\($0.message)") }
        let stage = try Settings(process.environment).trainedSpines.stage.rawValue
        log.record(.start(.init(version: "1", mode: "trained", stage: stage)))
        let name = TelemetryCode(detector.rawValue)
        for _ in 0..<wrong { log.record(.correction(.init(.delete, frame: 0, detector: name))) }
        for _ in 0..<missed { log.record(.correction(.init(.add, frame: 0, detector: name))) }
        await log.close()
    }

    @Test func withoutRecordsNothingIsKnown() async throws {
        let shown = try await run("status")
        #expect(shown.exit == 0)
        #expect(shown.out.hasPrefix("stage        100% of installations\nframes       0\n"), "\(shown.out)")
        #expect(shown.out.contains("before       50%: nothing is known\n"))
        #expect(shown.out.hasSuffix("next         none\n"))
        #expect(shown.err == "telemetry is off, so nothing is recorded; see espy shelf telemetry\n")
        #expect(try await run("next").err == "the trained detector is used on all installations already\n")
        // Looking does not create anything.
        #expect(scratch.names.isEmpty)
        #expect(try await run().exit == 64)
    }

    @Test func figuresDecideAboutTheNextStage() async throws {
        try await set("shelf.telemetry", "on")
        try await set("shelf.rollout", "5")
        // Frames of the other detector do not count.
        try await see(40, false: 100, by: .classical)
        let early = try await run("next")
        #expect(early.exit == 1)
        #expect(early.err == "espy: not moved to 25%: 0 frames are too few, 20 are needed; --force moves anyway\n")
        #expect(try await stage() == "5")

        try await see(30, false: 6, missed: 3)
        let shown = try await run("status").out
        #expect(shown.contains("frames       30\nspines       300\ncorrections  9\n"), "\(shown)")
        #expect(shown.contains("false        6 (right outlines: 98.0%)\n"), "\(shown)")
        #expect(shown.contains("missed       3 (spines found: 99.0%)\n"), "\(shown)")
        #expect(shown.hasSuffix("next         25%: allowed\n"), "\(shown)")
        #expect(try await run("next").err == "the trained detector is now used on 25% of installations\n")
        #expect(try await stage() == "25")

        // The records may be deleted; the results of the previous stage remain.
        #expect(try await espy("shelf", "telemetry", "clear", "--yes", variables: variables).exit == 0)
        try await see(25, false: 10)
        let worse = try await run("next")
        #expect(worse.exit == 1)
        #expect(worse.err.contains("a smaller share of outlines is right than at the stage before"), "\(worse.err)")
        #expect(!worse.err.contains("found"))
        #expect(try await stage() == "25")
        let object = try JSONSerialization.jsonObject(with: Data(try await run("status", "--json").out.utf8))
        let answer = try #require(object as? [String: Any])
        #expect(answer["stage"] as? Int == 25)
        #expect(answer["mayGoOn"] as? Bool == false)
        #expect((answer["last"] as? [String: Any])?["falseOutlines"] as? Int == 6)
        #expect((answer["seen"] as? [String: Any])?["precision"] as? Double == 0.96)
        #expect(try await run("next", "--force").exit == 0)
        #expect(try await stage() == "50")
    }
}

/// A clock that advances two seconds each time it is read, because the log keeps one frame per second.
private final class TickingClock: Sendable {
    private let time = Mutex(1_771_597_822)

    func tick() -> Int {
        time.withLock { time in
            time += 2
            return time
        }
    }
}
