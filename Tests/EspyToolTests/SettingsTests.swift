import EspyApp
import EspyTool
import Testing

struct SettingsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func config(
        _ text: String, _ arguments: [String] = [], variables: [String: String] = [:]
    ) async throws
        -> Ending
    {
        try scratch.write("espy/config.json", text)
        return try await espy(
            ["config"] + arguments, variables: variables.merging(["XDG_CONFIG_HOME": scratch.path]) { $1 })
    }

    /// The fields of the line for one key.
    private func line(_ key: String, _ ending: Ending) -> [String] {
        let lines = ending.out.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return lines.first { $0.first == key } ?? []
    }

    @Test func defaultsWithoutAFile() async throws {
        let ending = try await espy("config")
        #expect(ending.exit == 0)
        #expect(ending.err.isEmpty)
        #expect(line("rack.grid", ending) == ["rack.grid", "auto", "default"])
        #expect(ending.out.split(separator: "\n").count == CommandTable.espy.settings.count)
    }

    @Test func flagOverVariableOverFileOverDefault() async throws {
        let file = #"{"threads": 3, "rack": {"grid": "5x5", "raw": true}}"#
        let path = scratch.file("espy/config.json")
        let stored = try await config(file)
        #expect(line("rack.grid", stored) == ["rack.grid", "5x5", path])
        #expect(line("rack.raw", stored) == ["rack.raw", "true", path])
        #expect(line("threads", stored) == ["threads", "3", path])
        #expect(line("progress", stored) == ["progress", "auto", "default"])
        let variable = try await config(file, variables: ["ESPY_RACK_GRID": "8x8"])
        #expect(line("rack.grid", variable) == ["rack.grid", "8x8", "ESPY_RACK_GRID"])
        let flag = try await config(file, ["--grid", "9x9", "--no-raw"], variables: ["ESPY_RACK_GRID": "8x8"])
        #expect(line("rack.grid", flag) == ["rack.grid", "9x9", "--grid"])
        #expect(line("rack.raw", flag) == ["rack.raw", "false", "--raw"])
    }

    @Test func emptyVariableIsNone() async throws {
        #expect(line("threads", try await espy(["config"], variables: ["ESPY_THREADS": ""]))[1] == "0")
    }

    @Test func json() async throws {
        let ending = try await espy("config", "--json")
        #expect(ending.out.hasPrefix(#"[{"key":"progress","source":"default","value":"auto"},"#))
    }

    @Test(arguments: [
        ("{", "not valid JSON"), ("[1]", "expected an object"), (#"{"thread": 2}"#, "did you mean “threads”?"),
        (#"{"rack": {"colour": 1}}"#, "unknown setting “rack.colour”; “espy config” lists them"),
        (#"{"rack": 5}"#, "unknown setting “rack”"), (#"{"threads": [2]}"#, "threads: expected a text, a number"),
        (#"{"threads": null}"#, "threads: expected a text, a number"),
        (#"{"threads": {"a": 1}}"#, "threads: expected a text, a number"),
        (#"{"threads": -1}"#, "threads “-1”: expected a whole number from 0 to 256"),
        (#"{"threads": 1.5}"#, "threads “1.5”: expected a whole number"),
        (#"{"rack": {"raw": "maybe"}}"#, "rack.raw “maybe”: expected true or false"),
    ])
    func brokenFileIsAClearError(text: String, message: String) async throws {
        let ending = try await config(text)
        #expect(ending.exit == 64)
        #expect(ending.out.isEmpty)
        #expect(ending.err.hasPrefix("espy: \(scratch.file("espy/config.json")): "))
        #expect(ending.err.contains(message), "\(ending.err)")
    }

    @Test func brokenJSONIsLocated() async throws {
        let ending = try await config("{\n  \"threads\": oops\n}")
        #expect(ending.err.contains("not valid JSON: expected a value at line 2, column 14\n"))
    }

    @Test(arguments: [("ESPY_RACK_GRID", "0x0"), ("ESPY_RACK_RAW", "perhaps"), ("ESPY_PROGRESS", "loud")])
    func wrongVariableIsNamed(name: String, value: String) async throws {
        let ending = try await espy(["rack", "x.jpg"], variables: [name: value])
        #expect(ending.exit == 64)
        #expect(ending.err.hasPrefix("espy: \(name): "))
        #expect(ending.err.contains("“\(value)”: expected"))
    }

    @Test func namedFileMustExist() async throws {
        for arguments in [["config", "--config", "/no/such.json"], ["rack", "a.jpg", "--config=/no/such.json"]] {
            let ending = try await espy(arguments)
            #expect(ending.exit == 64)
            #expect(ending.err.contains("/no/such.json: no such file or directory; check the name"))
        }
        let ending = try await espy(["config"], variables: ["ESPY_CONFIG": "/no/such.json"])
        #expect(ending.exit == 64)
    }

    @Test func namedFileIsRead() async throws {
        let path = try scratch.write("mine.json", #"{"progress": "plain"}"#)
        #expect(line("progress", try await espy("config", "--config", path)) == ["progress", "plain", path])
        let byVariable = try await espy(["config"], variables: ["ESPY_CONFIG": path])
        #expect(line("progress", byVariable)[1] == "plain")
    }

    @Test func foldersFollowXDG() {
        func folders(_ variables: [String: String]) -> Folders {
            Folders(AppEnvironment(variables: variables, now: { 0 }))
        }
        #expect(folders(["HOME": "/h"]).config == "/h/.config/espy")
        #expect(folders(["HOME": "/h"]).data == "/h/.local/share/espy")
        #expect(folders(["HOME": "/h"]).cache == "/h/.cache/espy")
        #expect(folders(["HOME": "/h", "XDG_DATA_HOME": "/d/"]).data == "/d/espy")
        #expect(folders(["HOME": "/h", "XDG_DATA_HOME": "relative"]).data == "/h/.local/share/espy")
    }
}
