import Espy
import EspyApp
import EspyTool
import Foundation
import Testing

/// `espy config set`, `unset` and `reset`, and the settings of counting.
struct ConfigChangeTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func config(_ arguments: String..., variables: [String: String] = [:]) async throws -> Ending {
        try await espy(
            ["config"] + arguments, variables: variables.merging(["XDG_CONFIG_HOME": scratch.path]) { $1 })
    }

    private func text() throws -> String { try scratch.text("espy/config.json") }

    private func value(_ key: String, variables: [String: String] = [:]) async throws -> String? {
        let lines = try await config(variables: variables).out.split(separator: "\n")
        return lines.map { $0.split(separator: " ").map(String.init) }.first { $0.first == key }?[1]
    }

    @Test func setIsKept() async throws {
        #expect(try await config("set", "count.confidence", "0.05") == Ending(exit: 0, out: "", err: ""))
        #expect(try await value("count.confidence") == "0.05")
        #expect(try text() == "{\n  \"count\": {\n    \"confidence\": 0.05\n  }\n}\n")
        #expect(try await config("set", "count.filter.size", "off").exit == 0)
        #expect(try await config("set", "rack.grid", "9x9").exit == 0)
        #expect(try await config("set", "history", "no").exit == 0)
        #expect(try await config("set", "count.confidence", "auto").exit == 0)
        #expect(
            try text() == """
                {
                  "count": {
                    "confidence": "auto",
                    "filter": {
                      "size": false
                    }
                  },
                  "history": false,
                  "rack": {
                    "grid": "9x9"
                  }
                }

                """)
        #expect(try await value("count.filter.size") == "false")
        #expect(try await value("rack.grid") == "9x9")
        #expect(scratch.names == ["espy"])
    }

    @Test func everySettingCanBeSetToItsDefault() async throws {
        for setting in CommandTable.espy.settings.compactMap(\.setting) {
            #expect(try await config("set", setting.key, setting.fallback).exit == 0, "\(setting.key)")
            #expect(try await value(setting.key) == setting.fallback)
        }
    }

    @Test(arguments: [
        ("count.confidence", "0.0009", "auto, or a number from 0.001 to 0.9"), ("count.confidence", "0.91", "auto"),
        ("count.confidence", "high", "auto, or a number"), ("count.confidence", "nan", "auto, or a number"),
        ("count.similarity", "0.49", "auto, or a number from 0.5 to 0.99"), ("count.similarity", "1", "auto"),
        ("count.border", "some", "all, half, whole"), ("count.pipeline", "magic", "auto, seeker, adaptive, reference"),
        ("count.filter.size", "maybe", "true or false"), ("history", "2", "true or false"),
        ("threads", "257", "a whole number from 0 to 256"), ("rack.grid", "0x0", "auto, rows x columns"),
    ])
    func wrongValuesAreRefused(key: String, value: String, expected: String) async throws {
        let ending = try await config("set", key, value)
        #expect(ending.exit == 64, "\(ending.err)")
        #expect(ending.err.contains("\(key) “\(value)”: expected \(expected)"), "\(ending.err)")
        #expect(scratch.names.isEmpty)
    }

    @Test(arguments: [
        ("count.confidence", "0.001"), ("count.confidence", "0.9"), ("count.similarity", "0.5"),
        ("count.similarity", "0.99"), ("count.border", "whole"), ("count.pipeline", "reference"),
    ])
    func endsOfTheRangeAreAllowed(key: String, text: String) async throws {
        #expect(try await config("set", key, text).exit == 0)
        #expect(try await value(key) == text)
    }

    @Test func unsetGoesBackToTheDefault() async throws {
        _ = try await config("set", "count.similarity", "0.9")
        _ = try await config("set", "threads", "3")
        #expect(try await config("unset", "count.similarity").exit == 0)
        #expect(try await value("count.similarity") == "auto")
        #expect(try text() == "{\n  \"threads\": 3\n}\n")
        #expect(try await config("unset", "count.similarity").exit == 0)
    }

    @Test func resetTakesAllOut() async throws {
        #expect(try await config("reset").exit == 0)
        #expect(scratch.names.isEmpty)
        _ = try await config("set", "threads", "3")
        #expect(try await config("reset").exit == 0)
        #expect(try await value("threads") == "0")
        #expect(try text() == "{}\n")
    }

    @Test func resetIsTheWayOutOfABrokenFile() async throws {
        try scratch.write("espy/config.json", "{ oops")
        let ending = try await config("set", "threads", "3")
        #expect(ending.exit == 64)
        #expect(ending.err.contains("not valid JSON"))
        #expect(try text() == "{ oops")
        #expect(try await config("reset").exit == 0)
        #expect(try await config("set", "threads", "3").exit == 0)
    }

    @Test func flatKeysOfAHandWrittenFileStay() async throws {
        try scratch.write("espy/config.json", #"{"count.border": "half", "count": {"pipeline": "reference"}}"#)
        #expect(try await config("set", "threads", "2").exit == 0)
        #expect(try await value("count.border") == "half")
        #expect(try await value("count.pipeline") == "reference")
        #expect(try await config("unset", "count.border").exit == 0)
        #expect(try await value("count.border") == "all")
    }

    @Test func unknownKeys() async throws {
        for action in [["set", "count.confidnce", "0.1"], ["unset", "count.confidnce"]] {
            let ending = try await espy(["config"] + action, variables: ["XDG_CONFIG_HOME": scratch.path])
            #expect(ending.exit == 64)
            #expect(ending.err.contains("unknown setting “count.confidnce”; did you mean “count.confidence”?"))
        }
        #expect(try await config("set", "threads").err.contains("VALUE is missing"))
        #expect(try await config("sett").err.contains("did you mean “set”?"))
    }

    @Test func variableThatGoesBeforeIsMentioned() async throws {
        let ending = try await config("set", "threads", "3", variables: ["ESPY_THREADS": "5"])
        #expect(ending.exit == 0)
        #expect(ending.err == "ESPY_THREADS is also set and overrides the config file\n")
        #expect(try await value("threads", variables: ["ESPY_THREADS": "5"]) == "5")
    }

    @Test func namedFileIsChanged() async throws {
        let path = try scratch.write("mine.json", "{}")
        #expect(try await espy("config", "set", "threads", "4", "--config", path).exit == 0)
        #expect(try scratch.text("mine.json") == "{\n  \"threads\": 4\n}\n")
    }

    @Test func fileThatCannotBeWritten() async throws {
        try scratch.write("espy", "a file where a folder should be")
        let ending = try await config("set", "threads", "3")
        #expect(ending.exit == 2 || ending.exit == 64)
        #expect(ending.err.contains("not a directory"))
    }

    @Test func settingsBecomeOptions() throws {
        func options(_ variables: [String: String]) throws -> CountOptions {
            var variables = variables
            variables["HOME"] = scratch.path
            let invocation = Invocation(try #require(CommandTable.espy.command(named: "config")), in: .espy)
            return try Settings(invocation, ProcessEnvironment(variables: variables, now: { 0 })).countOptions
        }
        #expect(try options([:]) == CountOptions())
        let changed = try options([
            "ESPY_COUNT_CONFIDENCE": "0.25", "ESPY_COUNT_SIMILARITY": "0.8", "ESPY_COUNT_FILTER_SIZE": "off",
            "ESPY_COUNT_FILTER_ASPECT": "no", "ESPY_COUNT_BORDER": "half", "ESPY_COUNT_PIPELINE": "reference",
        ])
        #expect(
            changed
                == CountOptions(
                    pipeline: .reference, confidence: 0.25, similarity: 0.8, filtersSize: false, filtersAspect: false,
                    border: .half))
    }

    /// Eight programs at the same time, each changing another setting.
    @Test func whatIsSetAtTheSameTimeIsAllKept() throws {
        let pairs = CommandTable.espy.settings.compactMap(\.setting).map { "\($0.key) \($0.fallback)" }
        try scratch.write("pairs", pairs.joined(separator: "\n"))
        let variables = ["XDG_CONFIG_HOME": scratch.path]
        let set = try shell("xargs -P 8 -L 1 $espy config set < pairs", in: scratch.path, variables: variables)
        #expect(set == Ending(exit: 0, out: "", err: ""))
        let kept = try shell("$espy config", in: scratch.path, variables: variables).out
        let lines = kept.split(separator: "\n").filter { $0.contains(scratch.file("espy/config.json")) }
        #expect(lines.count == pairs.count, "\(kept)")
        let unset = try shell(
            "cut -d ' ' -f 1 pairs | xargs -P 8 -L 1 $espy config unset", in: scratch.path, variables: variables)
        #expect(unset.exit == 0)
        #expect(try text() == "{}\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("espy")) == ["config.json"])
    }

    @Test func textIsEscaped() {
        #expect(ConfigText.text(["a": "q\"\\\u{1}é"]) == "{\n  \"a\": \"q\\\"\\\\\\u0001é\"\n}\n")
        #expect(ConfigText.text(["a": "2.5", "b": "true", "c": "null"]).contains("\"a\": 2.5,\n  \"b\": true,\n"))
        #expect(ConfigText.text([:]) == "{}\n")
    }
}
