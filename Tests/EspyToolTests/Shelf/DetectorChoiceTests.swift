import Espy
import EspyApp
import EspyTool
import Foundation
import Testing

/// Which detector finds spines, where the trained one is missing unless a test adds it.
struct DetectorChoiceTests {
    private let scratch: Scratch
    private let photo = Repository.path("Tests/Samples/shelf/library-row.jpg")

    init() throws { scratch = try Scratch() }

    private var bare: [String: String] {
        ["ESPY_MODELS": scratch.file("none"), "XDG_DATA_HOME": scratch.file("data"), "HOME": scratch.path]
    }

    private func process(_ more: [String: String] = [:]) -> ProcessEnvironment {
        ProcessEnvironment(variables: bare.merging(more) { $1 }, now: { 1_771_597_822 })
    }

    private func engine(_ more: [String: String]) async throws -> SpineDetectors {
        let command = try #require(CommandTable.espy.command(named: "shelf"))
        let process = process(more)
        return try await SpineDetectors.load(
            Settings(Invocation(command, in: .espy), process), process.environment)
    }

    @Test func withoutTheModelTheClassicalOneWorks() async throws {
        let plain = try await espy(["shelf", photo, "--detector", "classical"], variables: bare)
        for detector in ["auto", "shadow"] {
            var variables = bare
            variables["ESPY_SHELF_ROLLOUT"] = "100"
            let ending = try await espy(["shelf", photo, "--detector", detector], variables: variables)
            #expect(ending.exit == 0)
            #expect(ending.out == plain.out)
            #expect(ending.err.contains("using the classical detector alone: no model") == (detector == "shadow"))
        }
    }

    @Test func whoAsksForTheTrainedOneIsToldThatItIsMissing() async throws {
        let ending = try await espy(["shelf", photo, "--detector", "trained"], variables: bare)
        #expect(ending.exit == 2)
        #expect(ending.out.isEmpty)
        #expect(ending.err.hasPrefix("espy: no model “espy-spines”;"))
        #expect(ending.err.count { $0 == "\n" } == 1)
        #expect(try await espy(["shelf", "compare", photo], variables: bare).exit == 2)
        #expect(try await espy(["shelf", photo, "--detector", "best"], variables: bare).exit == 64)
    }

    @Test func theKillSwitchGoesBeforeTheChoice() async throws {
        var variables = bare
        variables["ESPY_SHELF_TRAINED_OFF"] = "true"
        let ending = try await espy(["shelf", photo, "--detector", "trained"], variables: variables)
        #expect(ending.exit == 0)
        #expect(ending.err.contains("switched off (shelf.trained-off)"))
        #expect(try await engine(["ESPY_SHELF_TRAINED_OFF": "1", "ESPY_SHELF_ROLLOUT": "100"]).note == nil)
    }

    /// Frames are judged unless the feature is off or the user asked for the classical detector; no model is needed.
    @Test func framesAreJudgedWhereTheFeatureIsOn() async throws {
        func isJudged(_ more: [String: String]) async throws -> Bool? {
            let detector = try await engine(more).detector(confidence: 0.3, effort: .quick)
            return (detector as? SeparatorDetector)?.isJudged
        }
        #expect(try await isJudged(["ESPY_SHELF_ROLLOUT": "100"]) == true)
        #expect(try await isJudged(["ESPY_SHELF_ROLLOUT": "none"]) == false)
        #expect(try await isJudged(["ESPY_SHELF_ROLLOUT": "100", "ESPY_SHELF_TRAINED_OFF": "1"]) == false)
        #expect(try await isJudged(["ESPY_SHELF_ROLLOUT": "100", "ESPY_SHELF_DETECTOR": "classical"]) == false)
    }

    @Test func anInstallationIsMadeOnceAndForItsUserAlone() throws {
        let first = try InstallationID.load(process().environment)
        let path = scratch.file("data/espy/installation-id")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(first.count == 32)
        #expect(mode == 0o600)
        #expect(try InstallationID.load(process().environment) == first)
        try scratch.write("data/espy/installation-id", "nonsense")
        let second = try InstallationID.load(process().environment)
        #expect(second != first)
        #expect(second.count == 32)
        #expect(try InstallationID.load(process().environment) == second)
    }

    @Test func anIdentifierIsOnlyMadeWhereItDecides() async throws {
        for stage in ["none", "100"] { _ = try await engine(["ESPY_SHELF_ROLLOUT": stage]) }
        #expect(!FileManager.default.fileExists(atPath: scratch.file("data/espy/installation-id")))
        _ = try await engine(["ESPY_SHELF_ROLLOUT": "50"])
        #expect(FileManager.default.fileExists(atPath: scratch.file("data/espy/installation-id")))
    }

    /// `--detector` for counting is a different setting.
    @Test func flagsOfOneNameDoNotMix() async throws {
        let command = try #require(CommandTable.espy.command(named: "count"))
        let invocation = try Parser.parse(["--detector", "yolox-s", "a.jpg"], for: command, in: .espy)
        let settings = try Settings(invocation, process())
        #expect(settings.text(.detector) == "yolox-s")
        #expect(settings.text(.spineDetector) == "auto")
    }
}
